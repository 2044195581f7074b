import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  recoverSteps,
  replaceInSteps,
  type StepFiles,
} from '../../../../../../src-main/providers/java/ways/ssh/replace-steps.js'
import { times } from '../../../../../fixtures/properties.js'

class Cut extends Error {}

/** Files on another computer; the connection is cut at one operation, which has its effect, a part of it, or none. */
class CuttableFiles implements StepFiles {
  readonly content = new Map<string, Buffer>()
  readonly #swaps: boolean
  #left = Number.POSITIVE_INFINITY
  #share = 0

  constructor(swaps: boolean) {
    this.#swaps = swaps
  }

  /** @param share of the last operation that has an effect, up to 1 */
  cutAfter(operations: number, share: number): void {
    this.#left = operations
    this.#share = share
  }

  plugIn(): void {
    this.#left = Number.POSITIVE_INFINITY
  }

  async has(path: string): Promise<boolean> {
    this.#change(() => {})
    return this.content.has(path)
  }

  async write(path: string, bytes: Buffer): Promise<void> {
    this.#change((share) => this.content.set(path, bytes.subarray(0, Math.floor(bytes.length * share))))
  }

  async read(path: string, most: number): Promise<Buffer> {
    this.#change(() => {})
    const bytes = this.content.get(path)
    if (!bytes) throw new Error('missing')
    return bytes.subarray(0, most)
  }

  async rename(from: string, to: string): Promise<void> {
    if (this.content.has(to)) throw new Error('the target exists')
    this.#change((share) => share === 1 && this.#move(from, to))
  }

  async swap(from: string, to: string): Promise<boolean> {
    this.#change((share) => this.#swaps && share === 1 && this.#move(from, to))
    return this.#swaps
  }

  async remove(path: string): Promise<void> {
    this.#change((share) => share === 1 && this.content.delete(path))
  }

  #move(from: string, to: string): void {
    const bytes = this.content.get(from)
    if (!bytes) throw new Error('missing')
    this.content.delete(from)
    this.content.set(to, bytes)
  }

  #change(effect: (share: number) => unknown): void {
    this.#left -= 1
    if (this.#left > 0) return void effect(1)
    if (this.#left === 0 && this.#share > 0) effect(this.#share)
    throw new Cut()
  }
}

const name = 'server.properties'
const text = fc.string({ maxLength: 40 })
const cut = fc.record({ at: fc.integer({ min: 1, max: 14 }), share: fc.constantFrom(0, 0.5, 1) })

describe('a file that is replaced', () => {
  it('holds the old bytes or the new ones after 10,000 cuts at any moment, also of the recovery', async () => {
    await times(10_000).forAllAsync(
      fc.option(text),
      text,
      fc.boolean(),
      fc.array(cut, { minLength: 1, maxLength: 4 }),
      async (old, fresh, swaps, cuts) => {
        const files = new CuttableFiles(swaps)
        if (old !== null) files.content.set(name, Buffer.from(old))
        for (const [index, { at, share }] of cuts.entries()) {
          files.cutAfter(at, share)
          const work = index === 0 ? replaceInSteps(files, name, Buffer.from(fresh)) : recoverSteps(files, name)
          await work.catch((error: unknown) => {
            if (!(error instanceof Cut)) throw error
          })
        }
        files.plugIn()
        await recoverSteps(files, name)
        const found = files.content.get(name)?.toString() ?? null
        expect([old, fresh]).toContain(found)
        expect([...files.content.keys()].filter((one) => one !== name)).toEqual([])
      },
    )
  })

  it('is the new one when nothing is cut, and may be replaced again', async () => {
    for (const swaps of [true, false]) {
      const files = new CuttableFiles(swaps)
      for (const content of ['first', '', 'second']) {
        await replaceInSteps(files, name, Buffer.from(content))
        expect([...files.content]).toEqual([[name, Buffer.from(content)]])
      }
    }
  })

  it('is the new one when the server made one of its own between the two last renames', async () => {
    const files = new CuttableFiles(false)
    files.content.set(`${name}.gatehouse-old`, Buffer.from('old'))
    files.content.set(`${name}.gatehouse-new`, Buffer.from('new'))
    files.content.set(name, Buffer.from('defaults'))
    await recoverSteps(files, name)
    expect([...files.content]).toEqual([[name, Buffer.from('new')]])
  })

  it('stays when what was written does not read back', async () => {
    const files = new CuttableFiles(false)
    files.content.set(name, Buffer.from('old'))
    const lossy: StepFiles = {
      ...{ has: (path) => files.has(path), rename: (from, to) => files.rename(from, to) },
      ...{ swap: (from, to) => files.swap(from, to), remove: (path) => files.remove(path) },
      write: (path, bytes) => files.write(path, bytes),
      read: async (path, most) => (await files.read(path, most)).subarray(1),
    }
    await expect(replaceInSteps(lossy, name, Buffer.from('new'))).rejects.toThrow()
    expect(files.content.get(name)?.toString()).toBe('old')
  })
})

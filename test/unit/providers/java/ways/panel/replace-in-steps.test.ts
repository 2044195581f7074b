import { describe, expect, it } from 'vitest'
import {
  recoverReplace,
  replaceInSteps,
  type StepFiles,
  stepNames,
} from '../../../../../../src-main/providers/java/ways/panel/replace-in-steps.js'

class Crash extends Error {}

/** Files of a panel: a write empties first, a rename of nothing succeeds, and nothing is overwritten by one. */
class CrashingFiles implements StepFiles {
  readonly files = new Map<string, Buffer>()
  /** Steps until the crash. */
  left = Number.POSITIVE_INFINITY
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  namesBeside(): Promise<ReadonlySet<string>> {
    return this.#step(() => new Set(this.files.keys()))
  }

  read(path: string): Promise<Buffer> {
    return this.#step(() => this.files.get(path) ?? Buffer.alloc(0))
  }

  write(path: string, bytes: Buffer): Promise<void> {
    return this.#step(
      () => void this.files.set(path, bytes),
      () => void this.files.set(path, bytes.subarray(0, Math.floor(this.#random() * (bytes.length + 1)))),
    )
  }

  rename(from: string, to: string): Promise<void> {
    return this.#step(() => {
      const bytes = this.files.get(from)
      if (!bytes) return
      if (this.files.has(to)) throw new Error('exists')
      this.files.delete(from)
      this.files.set(to, bytes)
    })
  }

  remove(path: string): Promise<void> {
    return this.#step(() => void this.files.delete(path))
  }

  /** The crash comes before the step, in its middle, or after it without an answer. */
  #step<Result>(run: () => Result, runPart: () => void = () => {}): Promise<Result> {
    this.left -= 1
    if (this.left > 0) return Promise.resolve().then(run)
    const moment = Math.floor(this.#random() * 3)
    if (moment === 1) runPart()
    if (moment === 2) run()
    return Promise.reject(new Crash())
  }
}

const path = 'server.properties'

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('replace in steps', () => {
  it('leaves the old bytes or the new ones, whole, after any of 10,000 crashes', async () => {
    const outcomes = { old: 0, new: 0, missing: 0 }
    for (let seed = 1; seed <= 10_000; seed += 1) {
      const random = randomFrom(seed)
      const files = new CrashingFiles(random)
      const isThere = random() < 0.9
      const before = Buffer.from(`motd=before ${seed}\n`)
      const after = Buffer.from(`motd=after ${seed}\nmax-players=20\n`)
      if (isThere) files.files.set(path, before)
      files.left = 1 + Math.floor(random() * 13)
      await replaceInSteps(files, path, after).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
      // The server that starts while the name is free writes its own.
      const isWritten = !files.files.has(path) && files.files.has(`${path}${stepNames.old}`) && random() < 0.3
      if (isWritten) files.files.set(path, Buffer.from('#Minecraft server properties\n'))
      for (let attempt = 0; ; attempt += 1) {
        files.left = attempt < 4 ? 1 + Math.floor(random() * 6) : Number.POSITIVE_INFINITY
        try {
          await recoverReplace(files, path)
          break
        } catch (error) {
          if (!(error instanceof Crash)) throw error
        }
      }
      const found = files.files.get(path)
      const outcome = !found ? 'missing' : found.equals(after) ? 'new' : found.equals(before) ? 'old' : undefined
      if (outcome === undefined || (outcome === 'missing' && isThere)) throw new Error(`seed ${seed}: ${found}`)
      outcomes[outcome] += 1
      expect([...files.files.keys()].filter((name) => name !== path)).toEqual([])
    }
    // Each of them happened.
    expect(Math.min(outcomes.old, outcomes.new, outcomes.missing)).toBeGreaterThan(50)
  })

  it('changes nothing when what was written reads back otherwise', async () => {
    const files = new CrashingFiles(Math.random)
    files.files.set(path, Buffer.from('before'))
    files.read = () => Promise.resolve(Buffer.from('cut'))
    await expect(replaceInSteps(files, path, Buffer.from('after'))).rejects.toMatchObject({
      details: { why: 'folder-damaged' },
    })
    expect(files.files.get(path)?.toString()).toBe('before')
  })

  it('says so when a rename did nothing although it succeeded', async () => {
    const files = new CrashingFiles(Math.random)
    files.files.set(path, Buffer.from('before'))
    files.rename = () => Promise.resolve()
    await expect(replaceInSteps(files, path, Buffer.from('after'))).rejects.toMatchObject({
      details: { detail: 'rename' },
    })
    expect(files.files.get(path)?.toString()).toBe('before')
  })
})

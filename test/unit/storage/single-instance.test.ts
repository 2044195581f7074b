import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Instance, isTaken, programOf, sendOrder, takeProfile } from '../../../src-main/storage/single-instance.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
const taken: Instance[] = []
afterEach(() => {
  for (const instance of taken.splice(0)) instance.release()
})

async function take(of = profile()): Promise<Instance | undefined> {
  const instance = await takeProfile(of, 'window')
  if (isTaken(instance)) return undefined
  taken.push(instance)
  return instance
}

describe('a profile', () => {
  it('is taken by the first instance only', async () => {
    expect(await take()).toBeDefined()
    expect(await take()).toBeUndefined()
    expect(await take()).toBeUndefined()
  })

  it('notifies its owner of a second instance', async () => {
    const first = await take()
    const second = new Promise<void>((resolve) => first?.onSecondStart(resolve))
    await take()
    await second
  })

  it('notifies its owner also of an instance that came before it listened', async () => {
    const first = await take()
    await take()
    await new Promise<void>((resolve) => first?.onSecondStart(resolve))
  })

  it('reports to a second instance whether there is a window', async () => {
    await take()
    expect(await takeProfile(profile(), 'window')).toEqual({ by: 'window' })
    const other = path.join(profile(), 'other')
    mkdirSync(other)
    const headless = await takeProfile(other, 'headless')
    if (!isTaken(headless)) taken.push(headless)
    expect(await takeProfile(other, 'window')).toEqual({ by: 'headless' })
  })

  it('does not notify its owner of a hidden instance', async () => {
    const first = await take()
    const asked = vi.fn()
    first?.onSecondStart(asked)
    await takeProfile(profile(), 'window', false)
    await takeProfile(profile(), 'window', false)
    expect(asked).not.toHaveBeenCalled()
  })

  it('is free again once it is released', async () => {
    const first = await take()
    first?.release()
    expect(await take()).toBeDefined()
  })

  it('is free when only the files of a killed owner are left', async () => {
    writeFileSync(path.join(profile(), 'gateway.sock'), '')
    expect(await take()).toBeDefined()
  })

  it('does not keep another one from being taken', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'gatehouse-single-'))
    try {
      expect(await take()).toBeDefined()
      expect(await take(other)).toBeDefined()
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  it('is one also under a path too long for a socket', async () => {
    const long = path.join(profile(), 'x'.repeat(120))
    mkdirSync(long)
    const first = await take(long)
    expect(first).toBeDefined()
    expect(await take(long)).toBeUndefined()
    expect(await programOf(long)).toBe('window')
    first?.release()
    expect(readdirSync(long)).toEqual([])
    expect(await programOf(long)).toBeUndefined()
    expect(await take(long)).toBeDefined()
  })

  it.skipIf(process.platform === 'win32')(
    'has a socket of its owner alone, from its first moment, with any umask',
    async () => {
      const socket = path.join(profile(), 'gateway.sock')
      const open = () => statSync(socket).mode & 0o077
      const opened: number[] = []
      const original = Server.prototype.listen
      const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
        original.apply(this, given as Parameters<typeof original>)
        opened.push(open())
        return this
      })
      const before = process.umask(0)
      try {
        expect(await take()).toBeDefined()
        expect([opened, open(), process.umask()]).toEqual([[0], 0, 0])
      } finally {
        process.umask(before)
        listen.mockRestore()
      }
    },
  )

  it('is the same profile through a link', async () => {
    const link = path.join(profile(), 'link')
    symlinkSync(profile(), link)
    expect(await take()).toBeDefined()
    expect(await take(link)).toBeUndefined()
  })

  it('leaves nothing behind when it is released', async () => {
    const instance = await take()
    expect(existsSync(path.join(profile(), 'gateway.sock'))).toBe(true)
    instance?.release()
    expect(existsSync(path.join(profile(), 'gateway.sock'))).toBe(false)
  })

  it('is taken by exactly one of many concurrent instances', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => take()))
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  it('is taken by exactly one of many concurrent instances after its owner was killed', async () => {
    writeFileSync(path.join(profile(), 'gateway.sock'), '')
    const all = await Promise.all(Array.from({ length: 8 }, () => take()))
    expect(all.filter(Boolean)).toHaveLength(1)
  })
})

describe('an order', () => {
  it('waits until the owner of the profile is ready, and gets its response', async () => {
    const first = await take()
    const response = sendOrder(profile(), 'one')
    first?.onOrder(async (order) => `${order} is done`)
    expect(await response).toBe('one is done')
  })

  it('shows no window', async () => {
    const first = await take()
    const asked = vi.fn()
    first?.onSecondStart(asked)
    first?.onOrder(async () => '')
    await sendOrder(profile(), 'one')
    expect(asked).not.toHaveBeenCalled()
  })

  it('has no receiver when no instance owns the profile, or there is no profile', async () => {
    expect(await sendOrder(profile(), 'one')).toBeUndefined()
    expect(await sendOrder(path.join(profile(), 'none'), 'one')).toBeUndefined()
  })

  it('gets an empty response when its handler fails', async () => {
    const first = await take()
    first?.onOrder(() => Promise.reject(new Error('The disk is full.')))
    expect(await sendOrder(profile(), 'one')).toBe('')
  })
})

describe('a program that runs only for a command', () => {
  const takeBriefly = async () => {
    const instance = await takeProfile(profile(), 'brief')
    if (isTaken(instance)) throw new Error('The profile is taken.')
    return instance
  }

  it('is waited for by another one', async () => {
    const brief = await takeBriefly()
    expect(await programOf(profile())).toBe('brief')
    const next = take()
    brief.release()
    expect(await next).toBeDefined()
  })

  it('does not wait for another one of its kind, which follows the order too', async () => {
    taken.push(await takeBriefly())
    expect(await takeProfile(profile(), 'brief')).toEqual({ by: 'brief' })
  })
})

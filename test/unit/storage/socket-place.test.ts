import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openSocketPath, type SocketSystem } from '../../../src-main/storage/socket-path.js'
import { folderForEach } from '../../fixtures/for-each.js'

const folder = folderForEach()
let long: string
beforeEach(() => {
  long = path.join(folder(), 'x'.repeat(120))
  mkdirSync(long)
})

const linux = (): SocketSystem => ({
  platform: 'linux',
  openFiles: '/proc/self/fd',
  runtimeFolder: undefined,
  temporaryFolder: folder(),
})
const own = () => path.join(folder(), `gatehouse-${process.getuid?.()}`)
const placed = (runtimeFolder?: string) =>
  openSocketPath(long, true, { ...linux(), openFiles: path.join(folder(), 'none'), runtimeFolder }).path

describe.skipIf(process.platform === 'win32')('the socket of a profile', () => {
  it('lies in the profile', () => {
    expect(openSocketPath(folder(), true).path).toBe(path.join(folder(), 'gateway.sock'))
  })

  it.runIf(process.platform === 'linux')('lies there also where the path is too long for a socket', async () => {
    const place = openSocketPath(long, true)
    expect(place.path.length).toBeLessThan(60)
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(place.path, resolve))
    expect(statSync(path.join(long, 'gateway.sock')).isSocket()).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    place.close()
  })

  it('is never in a profile that is not there', () => {
    expect(() => openSocketPath(path.join(folder(), 'y'.repeat(120)), true)).toThrow('ENOENT')
  })

  it('lies in the folder of the session, where the system has no way to open files', () => {
    const runtime = path.join(folder(), 'runtime')
    mkdirSync(runtime, { mode: 0o700 })
    expect(path.dirname(placed(runtime))).toBe(runtime)
  })

  it('lies in a folder of its own where that of the session is missing or open to others', () => {
    const runtime = path.join(folder(), 'runtime')
    mkdirSync(runtime)
    chmodSync(runtime, 0o755)
    for (const one of [undefined, 'relative', path.join(folder(), 'gone'), runtime]) {
      expect(path.dirname(placed(one))).toBe(own())
      expect(statSync(own()).mode & 0o777).toBe(0o700)
    }
  })

  it('is refused in a folder that others prepared', () => {
    mkdirSync(own())
    chmodSync(own(), 0o777)
    expect(() => placed()).toThrow('Others can use the folder')
    rmSync(own(), { recursive: true })
    const theirs = path.join(folder(), 'theirs')
    mkdirSync(theirs, { mode: 0o700 })
    symlinkSync(theirs, own())
    expect(() => placed()).toThrow('Others can use the folder')
  })
})

describe('the pipe of a profile on Windows', () => {
  const secret = (of = folder()) => path.join(of, 'pipe-secret')
  const pipe = (isFirst: boolean, of = folder()) => openSocketPath(of, isFirst, { ...linux(), platform: 'win32' }).path
  const other = () => {
    const made = path.join(folder(), 'other')
    mkdirSync(made)
    return made
  }

  it('has a name that only a private file of the profile tells', () => {
    const name = pipe(true)
    expect(name).toMatch(/^\\\\\.\\pipe\\gatehouse-[0-9a-f]{24}$/u)
    expect(statSync(secret()).mode & 0o777).toBe(0o600)
    expect(readFileSync(secret(), 'utf8')).toMatch(/^[0-9a-f]{64}$/u)
    expect([pipe(true), pipe(false)]).toEqual([name, name])
    rmSync(secret())
    expect(pipe(true)).not.toBe(name)
  })

  it('is another one for a copy of the profile', () => {
    const name = pipe(true)
    const copy = other()
    writeFileSync(secret(copy), readFileSync(secret()))
    expect(pipe(true, copy)).not.toBe(name)
  })

  it('is made by a program that uses the profile, not by a client', () => {
    expect(() => pipe(false)).toThrow('ENOENT')
    expect(readdirSync(folder())).not.toContain('pipe-secret')
  })

  it('is refused with a damaged secret, and with none at the end of a planted link', () => {
    writeFileSync(secret(), '')
    expect(() => pipe(true)).toThrow('damaged')
    rmSync(secret())
    const theirs = path.join(folder(), 'theirs')
    symlinkSync(theirs, secret())
    expect(() => pipe(true)).toThrow('ENOENT')
    expect(readdirSync(folder())).not.toContain('theirs')
  })
})

import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openSocketPath } from '../../../src-main/storage/socket-path.js'
import { folderForEach } from '../../fixtures/for-each.js'

const folder = folderForEach()
let long: string
beforeEach(() => {
  long = path.join(folder(), 'x'.repeat(120))
  mkdirSync(long)
})

const own = () => path.join(folder(), `gatehouse-${process.getuid?.()}`)
const placed = (runtimeFolder?: string) =>
  openSocketPath(long, { openFiles: path.join(folder(), 'none'), runtimeFolder, temporaryFolder: folder() }).path

describe.skipIf(process.platform === 'win32')('the socket of a profile', () => {
  it('lies in the profile', () => {
    expect(openSocketPath(folder()).path).toBe(path.join(folder(), 'gateway.sock'))
  })

  it.runIf(process.platform === 'linux')('lies there also where the path is too long for a socket', async () => {
    const place = openSocketPath(long)
    expect(place.path.length).toBeLessThan(60)
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(place.path, resolve))
    expect(statSync(path.join(long, 'gateway.sock')).isSocket()).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    place.close()
  })

  it('is never in a profile that is not there', () => {
    expect(() => openSocketPath(path.join(folder(), 'y'.repeat(120)))).toThrow('ENOENT')
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

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canConnect, lookUpEndpoint, lookUpLaunch } from '../../../src-main/bridge/endpoint-lookup.js'

let profile = ''
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lookup-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const gateway = { endpoint: 'http://127.0.0.1:4711', token: 'key', pid: process.pid }
const file = () => join(profile, 'gateway.json')
const write = (content: object | string, mode = 0o600) => {
  writeFileSync(file(), typeof content === 'string' ? content : JSON.stringify(content))
  chmodSync(file(), mode)
}

describe('looking up the endpoint', () => {
  it('trusts a file that only its owner can write', async () => {
    write(gateway)
    expect(await lookUpEndpoint(profile)).toEqual({ kind: 'found', gateway })
  })

  it('reports no gateway when the file or the profile is missing, the file is broken, or the process has ended', async () => {
    expect(await lookUpEndpoint(profile)).toEqual({ kind: 'absent' })
    expect(await lookUpEndpoint(join(profile, 'none'))).toEqual({ kind: 'absent' })
    for (const content of ['', '{"endpoint":', { ...gateway, pid: 2 ** 31 - 1 }]) {
      write(content)
      expect(await lookUpEndpoint(profile)).toEqual({ kind: 'absent' })
    }
  })

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o620, 0o602, 0o666])(
    'refuses a file of mode %o',
    async (mode) => {
      write(gateway, mode)
      expect(await lookUpEndpoint(profile)).toMatchObject({ kind: 'unsafe', path: file() })
    },
  )

  it('refuses a path that is not a file', async () => {
    mkdirSync(file())
    expect(await lookUpEndpoint(profile)).toMatchObject({ kind: 'unsafe', why: 'is not a regular file' })
  })
})

describe('a connection', () => {
  it('is possible only while the gateway listens', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const target = { ...gateway, endpoint: `http://127.0.0.1:${port}` }
    expect(await canConnect(target)).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    expect(await canConnect(target)).toBe(false)
  })
})

describe('looking up how the program is started', () => {
  const launch = { command: ['/opt/gatehouse'], env: {} }
  const leave = (mode: number) => {
    const left = join(profile, 'launch.json')
    writeFileSync(left, JSON.stringify(launch))
    chmodSync(left, mode)
  }

  it('trusts a file that only its owner can write', async () => {
    expect(await lookUpLaunch(profile)).toBeUndefined()
    leave(0o600)
    expect(await lookUpLaunch(profile)).toEqual(launch)
  })

  it.skipIf(process.platform === 'win32')('starts nothing that somebody else may have written', async () => {
    leave(0o620)
    expect(await lookUpLaunch(profile)).toBeUndefined()
  })
})

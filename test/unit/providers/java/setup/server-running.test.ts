import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfinedFolder } from '../../../../../src-main/providers/java/folder/confined-folder.js'
import { inodesOf, runningState, systemProbes } from '../../../../../src-main/providers/java/setup/server-running.js'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'server-running-'))
  mkdirSync(path.join(root, 'world'))
  writeFileSync(path.join(root, 'world', 'session.lock'), '\u2603')
  writeFileSync(path.join(root, 'server.properties'), 'level-name=world\nserver-port=1\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const lock = () => statSync(path.join(root, 'world', 'session.lock')).ino
const state = async (locked: ReadonlySet<number> | undefined, open = false) =>
  runningState(await ConfinedFolder.open(root), { lockedInodes: async () => locked, isPortOpen: async () => open })

describe('a server', () => {
  it('runs while its world is locked', async () => expect(await state(new Set([lock()]))).toBe('running'))
  it('runs while something listens on its game port', async () => expect(await state(new Set(), true)).toBe('running'))
  it('is stopped otherwise', async () => expect(await state(new Set([1]))).toBe('stopped'))
  it('may run where the system does not list locks', async () => expect(await state(undefined)).toBe('unknown'))
  it('is stopped when it has no world', async () => {
    rmSync(path.join(root, 'world'), { recursive: true })
    expect(await state(undefined)).toBe('stopped')
  })

  it('is found by the port it really listens on', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    writeFileSync(path.join(root, 'server.properties'), `server-port=${(server.address() as AddressInfo).port}\n`)
    const folder = await ConfinedFolder.open(root)
    expect(await runningState(folder)).toBe('running')
    server.close()
    await once(server, 'close')
    expect(await runningState(folder)).not.toBe('running')
  })

  it.runIf(process.platform === 'linux')('is found by the lock that another process really holds', async () => {
    const file = path.join(root, 'world', 'session.lock')
    const holder: ChildProcess = spawn('flock', [file, '-c', 'echo held; read -r line'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = once(holder, 'exit')
    await Promise.race([once(holder.stdout as NodeJS.ReadableStream, 'data'), ended])
    expect(await systemProbes.lockedInodes()).toContain(lock())
    holder.stdin?.end('\n')
    await ended
  })
})

it('reads the list of locks of Linux', () => {
  const text =
    '1: POSIX  ADVISORY  WRITE 812 08:01:131077 0 EOF\n1: -> FLOCK  ADVISORY  WRITE 9 00:2f:42 0 EOF\ngarbage\n'
  expect([...inodesOf(text)]).toEqual([131_077, 42])
})

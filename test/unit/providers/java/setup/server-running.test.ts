import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConfinedFolder } from '../../../../../src-main/providers/java/folder/confined-folder.js'
import { folderError } from '../../../../../src-main/providers/java/folder/folder-problem.js'
import {
  ownAddress,
  runningState,
  type SeenLock,
  systemProbes,
} from '../../../../../src-main/providers/java/setup/server-running.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
beforeEach(() => {
  mkdirSync(path.join(root(), 'world'))
  writeFileSync(path.join(root(), 'world', 'session.lock'), '\u2603')
  writeFileSync(path.join(root(), 'server.properties'), 'level-name=world\nserver-port=1\n')
})

const state = async (lock: SeenLock, open = false) =>
  runningState(await ConfinedFolder.open(root()), { lockOf: async () => lock, isPortOpen: async () => open })
const oldLock = () => writeFileSync(path.join(root(), 'world', 'session.lock'), Buffer.alloc(8, 1))

describe('a server', () => {
  it('runs while its world is locked', async () => expect(await state('held')).toBe('running'))
  it('may run in a virtual machine, whose locks are not seen, while its game port is open', async () =>
    expect(await state('free', true)).toBe('unknown'))
  it('may run on another computer where its folder is shared, also while its game port is closed here', async () => {
    expect(await state('shared')).toBe('unknown')
    oldLock()
    expect(await state('shared')).toBe('unknown')
  })
  it('of before 1.16, which locks nothing, is stopped while its port is closed, and else unknown', async () => {
    oldLock()
    expect(await state('unseen')).toBe('stopped')
    expect(await state('unseen', true)).toBe('unknown')
  })
  it('runs where its lock blocks a read, and is stopped where a read succeeds, as on Windows', async () => {
    const folder = await ConfinedFolder.open(root())
    const probes = { lockOf: async () => 'unseen' as const, isPortOpen: async () => false, locksBlockReads: true }
    expect(await runningState(folder, probes)).toBe('stopped')
    expect(await runningState(folder, { ...probes, lockOf: async () => 'shared' })).toBe('unknown')
    folder.read = async (file, most) => {
      if (file.endsWith('session.lock')) throw folderError('unreadable', file, { detail: 'EBUSY' })
      return ConfinedFolder.prototype.read.call(folder, file, most)
    }
    expect(await runningState(folder, probes)).toBe('running')
  })
  it('with a world elsewhere is unknown while its port is open', async () => {
    rmSync(path.join(root(), 'world'), { recursive: true })
    expect(await state('free', true)).toBe('unknown')
  })
  it('is stopped otherwise', async () => expect(await state('free')).toBe('stopped'))
  it('may run where the system does not list locks', async () => expect(await state('unseen')).toBe('unknown'))
  it('is stopped when it has no world', async () => {
    rmSync(path.join(root(), 'world'), { recursive: true })
    expect(await state('unseen')).toBe('stopped')
  })

  it('whose server-ip belongs to another computer makes nothing connect there', async () => {
    writeFileSync(path.join(root(), 'server.properties'), 'level-name=none\nserver-ip=203.0.113.7\n')
    const tried: string[] = []
    const isPortOpen = async (host: string) => tried.push(host) > 1
    await runningState(await ConfinedFolder.open(root()), { lockOf: async () => 'free', isPortOpen })
    expect(tried).toEqual(['127.0.0.1'])
    expect(['', '0.0.0.0', '::', '127.0.0.2', '203.0.113.7', 'mc.example.org'].map(ownAddress)).toEqual([
      ...['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.2'],
      ...[undefined, undefined],
    ])
  })

  it.runIf(process.platform === 'linux')('is found by the lock that another process really holds', async () => {
    const file = path.join(root(), 'world', 'session.lock')
    const holder: ChildProcess = spawn('flock', [file, '-c', 'echo held; read -r line'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = once(holder, 'exit')
    await Promise.race([once(holder.stdout as NodeJS.ReadableStream, 'data'), ended])
    expect(await runningState(await ConfinedFolder.open(root()))).toBe('running')
    expect(await systemProbes.lockOf(path.join(root(), 'server.properties'), 1)).not.toBe('held')
    holder.stdin?.end('\n')
    await ended
  })
})

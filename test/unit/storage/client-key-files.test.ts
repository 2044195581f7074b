/** Key files that the bridge reads by name: created for a program, created again when lost, removed with its client. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ClientKeyFiles } from '../../../src-main/storage/client-key-files.js'
import { ClientService } from '../../../src-main/storage/client-service.js'
import type { Stores } from '../../../src-main/storage/stores.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { changeState, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
let audit: MemoryAuditLog
let log: RecordingLog
const opened: Stores[] = []

const open = (): ClientService => {
  const options = { bridgeToken: 'of-the-bridge', audit, clock: new FakeClock(), log }
  const stores = openProfileStores(profile(), log)
  opened.push(stores)
  return new ClientService({ ...options, store: stores.clients, keyFiles: new ClientKeyFiles(profile()) })
}
const close = () => {
  for (const stores of opened.splice(0)) stores.close()
}

beforeEach(() => {
  audit = new MemoryAuditLog()
  log = new RecordingLog()
})
afterEach(() => {
  close()
})

const fileOf = (name: string) => path.join(profile(), 'client-keys', `${name}.key`)
const keyIn = (name: string) => readFileSync(fileOf(name), 'utf8').trim()

describe('the key file of a program', () => {
  it('authenticates that program, and is readable by its owner alone', () => {
    const clients = open()
    const client = clients.ensureKeyFile('cursor', 'Cursor')
    expect(clients.authenticate(keyIn('cursor'))).toMatchObject({
      ok: true,
      authenticated: { client: { id: client.id, name: 'Cursor', keyName: 'cursor' } },
    })
    if (process.platform === 'win32') return
    expect(statSync(fileOf('cursor')).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(fileOf('cursor'))).mode & 0o777).toBe(0o700)
  })

  it('never raises what the program may do: its client begins with the rights of programs without a key', () => {
    const clients = open()
    clients.edit('bridge', { role: 'viewer', permissions: [{ permission: 'mcp.action.player.ban', effect: 'deny' }] })
    expect(clients.ensureKeyFile('cursor', 'Cursor')).toMatchObject({
      role: 'viewer',
      permissions: [{ permission: 'mcp.action.player.ban', effect: 'deny' }],
    })
  })

  it('is made once, also over a restart', () => {
    const client = open().ensureKeyFile('cursor', 'Cursor')
    const key = keyIn('cursor')
    const clients = open()
    expect(clients.ensureKeyFile('cursor', 'Cursor').id).toBe(client.id)
    expect(keyIn('cursor')).toBe(key)
    expect(clients.known().clients).toHaveLength(1)
  })

  it.each([
    ['gone', () => rmSync(fileOf('cursor'))],
    ['damaged', () => writeFileSync(fileOf('cursor'), 'nothing')],
  ])(
    'is made again for the same client when it is %s: its rights stay, and the old key opens nothing',
    (_how, harm) => {
      const clients = open()
      const { id } = clients.ensureKeyFile('cursor', 'Cursor')
      clients.edit(id, { role: 'viewer' })
      const before = keyIn('cursor')
      const visit = clients.authenticate(before)
      harm()
      expect(clients.hasKeyFile({ id, keyName: 'cursor' })).toBe(false)
      expect(clients.ensureKeyFile('cursor', 'Cursor')).toMatchObject({ id, role: 'viewer' })
      expect(clients.authenticate(before)).toMatchObject({ ok: false })
      expect(clients.authenticate(keyIn('cursor'))).toMatchObject({ ok: true, authenticated: { client: { id } } })
      expect(visit.ok && visit.authenticated.revoked.aborted).toBe(true)
      expect(audit.events.at(-1)).toMatchObject({ capabilityId: 'system.client.renew' })
    },
  )

  it('goes when the client is revoked, and only its own', () => {
    const clients = open()
    const cursor = clients.ensureKeyFile('cursor', 'Cursor')
    clients.ensureKeyFile('vscode', 'VS Code')
    clients.revoke(cursor.id)
    expect([existsSync(fileOf('cursor')), existsSync(fileOf('vscode'))]).toEqual([false, true])
    expect(clients.ensureKeyFile('cursor', 'Cursor').id).not.toBe(cursor.id)
  })

  it('takes the lists with it that its client received', () => {
    const clients = open()
    const lists = path.join(profile(), 'last-lists')
    mkdirSync(lists)
    for (const name of ['cursor', 'codex']) writeFileSync(path.join(lists, `${name}.json`), '{}')
    clients.revoke(clients.ensureKeyFile('cursor', 'Cursor').id)
    expect(readdirSync(lists)).toEqual(['codex.json'])
  })

  it('goes at the next start where its client was revoked meanwhile, and stays where nobody can read who has a key', () => {
    const { id } = open().ensureKeyFile('cursor', 'Cursor')
    const files = new ClientKeyFiles(profile())
    close()
    writeFileSync(path.join(profile(), 'client-keys', 'notes.txt'), 'of the owner')
    void new ClientService({
      store: undefined,
      keyFiles: files,
      bridgeToken: 'x',
      audit,
      clock: new FakeClock(),
      log,
    })
    expect(files.holderOf('cursor')).toBe(id)
    changeState(profile(), 'DELETE FROM client')
    open()
    expect(files.names()).toEqual([])
    expect(existsSync(path.join(profile(), 'client-keys', 'notes.txt'))).toBe(true)
  })

  it('belongs to a client of a name of its own where another has the name already', () => {
    const clients = open()
    clients.add({ name: 'Cursor' })
    expect(clients.ensureKeyFile('cursor', 'Cursor').name).toBe('Cursor 2')
  })

  it('creates no client when it cannot be written', () => {
    writeFileSync(path.join(profile(), 'client-keys'), 'a file where the folder should be')
    const clients = open()
    expect(() => clients.ensureKeyFile('cursor', 'Cursor')).toThrow('could not be written')
    expect(clients.known().clients).toEqual([])
  })

  it.each(['../cursor', 'a/b', 'Cursor', '', 'nul'])('is never called %j', (name) => {
    expect(() => open().ensureKeyFile(name, 'Cursor')).toThrow()
    expect(() => new ClientKeyFiles(profile()).pathOf(name)).toThrow(TypeError)
  })
})

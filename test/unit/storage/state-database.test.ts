import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Rule } from '@shared/approvals/rule.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acceptedManifestOf } from '../../../src-main/policy/trust/manifest-trust.js'
import { ClientService } from '../../../src-main/storage/client-service.js'
import { isBusy, openDatabase } from '../../../src-main/storage/sqlite.js'
import { StateDatabase, stateFile } from '../../../src-main/storage/state-database.js'
import type { Stores } from '../../../src-main/storage/stores.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { changeState, inProfileStores, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { CleanUp } from '../../fixtures/programs.js'

const accepted = acceptedManifestOf(manifestOf())
const rule: Rule = {
  id: 'rule-1',
  effect: 'deny',
  capability: 'world.time.set',
  maxRisk: 'high',
  createdBy: { id: 'desktop', name: 'desktop', kind: 'desktop' },
  createdAt: '2026-01-19T10:30:00.000Z',
  uses: 0,
}
const cleanUp = new CleanUp()
let profile: string
let log: RecordingLog
const file = () => path.join(profile, stateFile)
const open = (): Stores => cleanUp.add(openProfileStores(profile, log), (stores) => stores.close())

beforeEach(() => {
  profile = cleanUp.folder()
  log = new RecordingLog()
})
afterEach(() => cleanUp.run())

const damage: readonly [string, () => void][] = [
  ['is no database', () => overwrite()],
  ['is cut off', () => cutOff()],
  ['lacks a table', () => changeState(profile, 'DROP TABLE undo_entry')],
  ['belongs to a later version', () => changeState(profile, 'PRAGMA user_version = 99')],
]

/** SQLite would recover the file from its log. */
function overwrite(): void {
  for (const end of ['-wal', '-shm']) rmSync(`${file()}${end}`, { force: true })
  writeFileSync(file(), 'This was a database once. '.repeat(100))
}

/** A file whose first page is whole and whose others are gone. */
function cutOff(): void {
  changeState(profile, 'PRAGMA wal_checkpoint(TRUNCATE)')
  writeFileSync(file(), readFileSync(file()).subarray(0, 4_096))
}

describe('a state database that cannot be used', () => {
  it.each(damage)('because it %s is left as it is, and every store fails closed', (_how, harm) => {
    const token = inProfileStores(profile, ({ manifests, rules, clients }) => {
      manifests.accept('survival', [accepted])
      rules.write(rule)
      return clients?.add({ name: 'Claude' }, new Date(), 'command-line').token ?? ''
    })
    harm()
    const before = readFileSync(file())
    const { rules, manifests, people, oauth, clients: store, overlayKey } = open()
    expect(rules.read()).toEqual({ rules: [], damaged: true })
    expect(() => rules.write(rule)).toThrow('cannot be written')
    expect(manifests.read('survival')).toEqual({ accepted: [], rejected: [], met: true, damaged: true })
    expect([people, oauth, overlayKey.exists()]).toEqual([undefined, undefined, false])
    const clients = new ClientService({
      store,
      bridgeToken: 'of-the-bridge',
      audit: new MemoryAuditLog(),
      clock: new FakeClock(),
      log,
    })
    expect(clients.authenticate(token)).toMatchObject({ ok: false, why: 'unknown' })
    expect(clients.rightsOf({ id: 'bridge' })).toMatchObject({ role: 'viewer', permissions: [] })
    expect(log.lines.filter(({ message }) => message.includes(stateFile))).toMatchObject([{ level: 'error' }])
    expect(readFileSync(file())).toEqual(before)
  })

  it('keeps what is decided meanwhile until the program ends', () => {
    overwrite()
    const { manifests } = open()
    manifests.accept('survival', [accepted])
    expect(manifests.read('survival')).toMatchObject({ accepted: [accepted], damaged: true })
    expect(open().manifests.read('survival').accepted).toEqual([])
  })
})

describe('a state database that another program locks while it is opened', () => {
  /** Says that it holds the file, and releases it after a while. */
  const holder = `
    const { DatabaseSync } = require('@photostructure/sqlite')
    const file = new DatabaseSync(process.argv[1])
    file.exec('BEGIN IMMEDIATE')
    console.log('held')
    setTimeout(() => file.close(), 100)
  `

  it('for a moment is used as if it was not', async () => {
    inProfileStores(profile, ({ rules }) => rules.write(rule))
    const program = spawn(process.execPath, ['--eval', holder, file()], { stdio: 'pipe' })
    cleanUp.add(program, (child) => child.kill('SIGKILL'))
    await once(program.stdout, 'data')
    const { state, rules } = open()
    expect([state.isDamaged, rules.read().rules.length, log.lines]).toEqual([false, 1, []])
    expect(state.prepare('PRAGMA busy_timeout').get()?.timeout).toBe(0)
  })

  it('for longer fails closed, and the owner reads that it is locked, not that it be removed', () => {
    inProfileStores(profile, ({ rules }) => rules.write(rule))
    const other = cleanUp.add(openDatabase(file()), (database) => database.close())
    other.exec('BEGIN IMMEDIATE')
    const { state, rules } = open()
    expect([state.isDamaged, rules.read()]).toEqual([true, { rules: [], damaged: true }])
    expect(log.lines).toMatchObject([{ level: 'error', message: expect.stringContaining('is locked by another') }])
    expect(log.lines[0]?.message).not.toMatch(/repair|remov/u)
    other.exec('ROLLBACK')
    expect(open().rules.read().rules).toHaveLength(1)
  })
})

describe('the state database', () => {
  it.skipIf(process.platform === 'win32')('is readable by its owner alone', () => {
    open().manifests.accept('survival', [accepted])
    for (const name of readdirSync(profile)) expect(statSync(path.join(profile, name)).mode & 0o777, name).toBe(0o600)
  })

  it('writes all of a transaction or nothing', () => {
    const state = StateDatabase.inMemory()
    const add = (id: string) => state.prepare('INSERT INTO rule VALUES (?, ?)').run(id, '{}')
    expect(() =>
      state.together(() => {
        add('one')
        add('one')
      }),
    ).toThrow('UNIQUE')
    expect(state.prepare('SELECT * FROM rule').all()).toEqual([])
  })

  it('waits for the disk again after a write that need not', () => {
    const state = StateDatabase.inMemory()
    const level = () => state.prepare('PRAGMA synchronous').get()?.synchronous
    expect(state.soon(level)).toBe(1)
    expect(level()).toBe(2)
  })

  it('that another program locks is read all the same, and a write fails at once', () => {
    const { state, rules, people } = open()
    rules.write(rule)
    const other = openDatabase(file())
    other.exec('BEGIN EXCLUSIVE')
    let refused: unknown
    try {
      rules.remove(rule.id)
    } catch (error) {
      refused = error
    }
    expect(isBusy(refused)).toBe(true)
    expect([rules.read().rules.length, people?.people()]).toEqual([1, []])
    expect(state.prepare('PRAGMA busy_timeout').get()?.timeout).toBe(0)
    other.exec('ROLLBACK')
    other.close()
    rules.remove(rule.id)
    expect(rules.read().rules).toEqual([])
  })
})

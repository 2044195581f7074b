import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { retryMs } from '../../../src-main/storage/audit/row-group.js'
import { auditFile } from '../../../src-main/storage/audit/trail-file.js'
import { openAuditLog } from '../../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../../src-main/storage/audit-reader.js'
import { type Database, openDatabase, openToRead, type Waiting } from '../../../src-main/storage/sqlite.js'
import { auditEvent, TrailScene } from '../../fakes/trail.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

const cleanUp = cleanUpForEach()

/** Locks the whole file for a short time, as SQLite does while it recovers a file after a crash. */
const holder = `
  const { DatabaseSync } = require('@photostructure/sqlite')
  const file = new DatabaseSync(process.argv[1])
  file.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE one (x); DROP TABLE one')
  console.log('held')
  setTimeout(() => file.close(), 100)
`

async function heldTrail(): Promise<string> {
  const profile = cleanUp.folder()
  const program = spawn(process.execPath, ['--eval', holder, path.join(profile, auditFile)], { stdio: 'pipe' })
  cleanUp.add(program, (child) => child.kill('SIGKILL'))
  await once(program.stdout, 'data')
  return profile
}

it.each([
  ['writes', (profile: string) => openAuditLog(profile).close()],
  ['reads', (profile: string) => openAuditReader(profile).close()],
])('a connection that %s waits for another program that recovers the file', async (_what, open) => {
  const profile = await heldTrail()
  expect(() => open(profile)).not.toThrow()
})

const waitOf = (database: Database): unknown => database.prepare('PRAGMA busy_timeout').get()?.timeout

describe('a statement waits for another program', () => {
  it.each<[Waiting, number]>([
    ['starting', 0],
    ['serving', 0],
    ['alone', 2_000],
  ])('of a program that is %s at most %i ms', (waiting, milliseconds) => {
    const file = path.join(cleanUp.folder(), 'some.sqlite')
    const database = openDatabase(file, 'CREATE TABLE one (x)', waiting)
    expect(waitOf(database)).toBe(milliseconds)
    database.close()
  })

  it('never where a file is read while others are served', () => {
    const file = path.join(cleanUp.folder(), 'some.sqlite')
    openDatabase(file, 'CREATE TABLE one (x)').close()
    const database = openToRead(file, 'serving')
    expect(waitOf(database)).toBe(0)
    database.close()
  })
})

describe('while another program holds the trail', () => {
  async function lockedScene(use: (scene: TrailScene, release: () => void) => Promise<void>): Promise<void> {
    const scene = new TrailScene()
    scene.trail.append(auditEvent('before'))
    const other = openDatabase(path.join(scene.profile, auditFile))
    other.exec('BEGIN EXCLUSIVE')
    try {
      await use(scene, () => other.exec('ROLLBACK'))
    } finally {
      other.close()
      scene.remove()
    }
  }
  const eventOf = (id: string, phase: 'intent' | 'outcome') => ({ ...auditEvent(id), metadata: { phase } })
  const ids = (scene: TrailScene) => scene.trail.recent(9).map(({ id }) => id)

  it('an action is refused, and the owner reads that the file is locked', () =>
    lockedScene(async (scene) => {
      expect(() => scene.trail.append(eventOf('one', 'intent'))).toThrow(/locked/u)
      expect(scene.trail.state().unwritable).toMatchObject({ why: 'locked', lost: 1 })
    }))

  it('the outcome of an action waits, and is written when the program releases the file', () =>
    lockedScene(async (scene, release) => {
      expect(() => scene.trail.append(eventOf('one', 'outcome'))).toThrow(/locked/u)
      expect(scene.trail.state().unwritable).toMatchObject({ why: 'locked', lost: 0 })
      release()
      await scene.clock.advance(retryMs)
      expect(ids(scene)).toContain('one')
      expect(scene.trail.state().unwritable).toBeUndefined()
      expect(scene.verify().broken).toBeUndefined()
    }))
})

import { copyFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxPages, PageTransfer, transferring } from '../../../../src-main/storage/audit/page-transfer.js'
import { auditFile } from '../../../../src-main/storage/audit/trail-file.js'
import { type Database, openDatabase } from '../../../../src-main/storage/sqlite.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'

describe('page transfer', () => {
  let clock: FakeClock
  let statements: string[]
  let failure: Error | undefined
  let log: RecordingLog
  let pages: PageTransfer
  const transfers = () => statements.filter((one) => one.includes('wal_checkpoint')).length

  beforeEach(() => {
    clock = new FakeClock()
    statements = []
    failure = undefined
    log = new RecordingLog()
    const database = {
      exec(statement: string) {
        statements.push(statement)
        if (failure) throw failure
      },
    } as unknown as Database
    pages = new PageTransfer(database, clock, log)
  })
  afterEach(() => {
    pages.close()
    expect(clock.waiting).toBe(0)
  })

  it('leaves SQLite to transfer only a log that has grown large', () => {
    expect(statements).toEqual([`PRAGMA wal_autocheckpoint = ${maxPages}`])
  })

  it('waits until no row came for a while', async () => {
    pages.rowsWritten(transferring.rows)
    for (let round = 0; round < 5; round++) {
      await clock.advance(transferring.quietMs - 1)
      pages.rowsWritten(1)
    }
    expect(transfers()).toBe(0)
    await clock.advance(transferring.quietMs)
    expect(transfers()).toBe(1)
    await clock.advance(10 * transferring.quietMs)
    expect(transfers()).toBe(1)
  })

  it('does not wait for the disk because of a few rows', async () => {
    pages.rowsWritten(transferring.rows - 1)
    await clock.advance(10 * transferring.quietMs)
    expect(transfers()).toBe(0)
    pages.rowsWritten(1)
    await clock.advance(transferring.quietMs)
    expect(transfers()).toBe(1)
  })

  it('logs a failure, and continues', async () => {
    failure = new Error('disk I/O error')
    pages.rowsWritten(transferring.rows)
    await clock.advance(transferring.quietMs)
    expect(log.lines).toHaveLength(1)
    failure = undefined
    pages.rowsWritten(transferring.rows)
    await clock.advance(transferring.quietMs)
    expect(transfers()).toBe(2)
    expect(log.lines).toHaveLength(1)
  })

  it('transfers the last pages when it is closed', () => {
    pages.rowsWritten(1)
    pages.close()
    expect(transfers()).toBe(1)
  })
})

describe("SQLite's log of the trail", () => {
  let scene: TrailScene
  let written: number
  beforeEach(() => {
    scene = new TrailScene()
    written = 0
  })
  afterEach(() => scene.remove())

  /** Rows in one transaction, of three pages each and a part of a fourth. */
  async function write(rows: number): Promise<void> {
    for (let row = 0; row < rows; row += 1) {
      written += 1
      scene.trail.append(auditEvent(`event-${written}`, { request: { text: 'x'.repeat(3 * pageBytes) } }), 'soon')
    }
    await scene.clock.advance(20)
  }

  const file = () => path.join(scene.profile, auditFile)

  /** Rows that are found without SQLite's log. */
  function rowsInFile(): number {
    const copy = path.join(scene.profile, 'copy.sqlite')
    copyFileSync(file(), copy)
    const database = openDatabase(copy)
    try {
      return Number(database.prepare('SELECT count(*) AS rows FROM audit_event').get()?.rows)
    } finally {
      database.close()
    }
  }

  it('stays bounded while rows keep coming', async () => {
    const group = 50
    let largest = 0
    for (let groups = 0; groups < 30; groups += 1) {
      await write(group)
      largest = Math.max(largest, statSync(`${file()}-wal`).size)
    }
    // More than one transfer.
    expect(statSync(file()).size / pageBytes).toBeGreaterThan(1.5 * maxPages)
    // The last group may come on top: four pages a row, and those of the indexes.
    expect(largest / pageBytes).toBeLessThan(maxPages + 10 * group)
  })

  it('is moved into the file once no row came for a while, so that the file alone has every row', async () => {
    scene.append('first')
    scene.restart()
    expect(rowsInFile()).toBe(1)
    await write(transferring.rows)
    expect(rowsInFile()).toBe(1)
    await scene.clock.advance(transferring.quietMs)
    expect(rowsInFile()).toBe(1 + written)
    const size = statSync(`${file()}-wal`).size
    await write(transferring.rows)
    expect(statSync(`${file()}-wal`).size).toBeLessThan(1.5 * size)
  })
})

const pageBytes = 4_096

/**
 * Opening a trail of a million rows, checking it whole, and finding something in it. The floor of checking it is to read
 * each body and hash it, in one thread.
 */
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { columnsOf, genesis, hashOf } from '../../../src-main/storage/audit/chain.js'
import { writeHead } from '../../../src-main/storage/audit/checkpoint.js'
import { rangeThreads } from '../../../src-main/storage/audit/range-threads.js'
import { openSearchIndex } from '../../../src-main/storage/audit/search-index.js'
import { auditFile, openTrail } from '../../../src-main/storage/audit/trail-file.js'
import type { VerificationResult } from '../../../src-main/storage/audit/verify.js'
import { openAuditLog } from '../../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../../src-main/storage/audit-reader.js'
import { inTransaction, openToRead } from '../../../src-main/storage/sqlite.js'
import { cost, printFigures, sized } from '../contract/timing.js'
import { event } from './event.js'

const rows = sized({ full: 1_000_000, quick: 20_000, once: 2_000 })
const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))

const database = openTrail(folder)
const insert = database.prepare(
  `INSERT INTO audit_event (id, timestamp, event_type, capability_id, server_id, request_id, sequence, body, previous, hash)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
let previous = genesis
inTransaction(database, () => {
  for (let sequence = 1; sequence <= rows; sequence += 1) {
    const one = event(sequence)
    const body = JSON.stringify(one)
    const own = hashOf(previous, sequence, body)
    insert.run(...Object.values(columnsOf(one)), sequence, body, previous, own)
    previous = own
  }
})
const index = openSearchIndex(folder, database)
const indexing = timed(() => {
  while (index.catchUp(1_000));
})
index.close()
database.close()
writeHead(folder, { sequence: rows, hash: previous, closed: true, settled: rows })

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function expectIntact({ broken, rows: read }: VerificationResult): void {
  if (broken || read !== rows) throw new Error('The trail is broken.')
}

let trail: ReturnType<typeof openAuditLog> | undefined
const opening = timed(() => {
  trail = openAuditLog(folder)
})
const reader = openAuditReader(folder)
const found = timed(() => reader.search({ text: 'player_4321' }))
const filtered = timed(() => reader.search({ client: 'nobody at all' }))
const both = timed(() => reader.search({ text: 'claude', outcome: 'denied' }))
const file = openToRead(path.join(folder, auditFile), 'alone')
const floor = timed(() => {
  for (const { body } of file.prepare('SELECT body FROM audit_event').iterate()) hash('sha256', String(body), 'hex')
})
file.close()
const alone = timed(() => expectIntact(reader.verify()))
const before = performance.now()
const used = process.cpuUsage()
expectIntact(await reader.verifyInThreads(rangeThreads(path.join(import.meta.dirname, 'verify-worker.cjs'))))
const verifying = performance.now() - before
const { user, system } = process.cpuUsage(used)
reader.close()
trail?.close()
rmSync(folder, { recursive: true, force: true })
printFigures([
  cost('rows', 'rows', rows),
  cost('opening the trail', 'ms', opening),
  cost('verifying all of it', 's', verifying / 1_000, floor / 1_000),
  cost('processor time of it', 's', (user + system) / 1e6, floor / 1_000),
  cost('verifying all of it in one thread', 's', alone / 1_000, floor / 1_000),
  cost('indexing a row', 'µs', (indexing * 1_000) / rows),
  cost('finding a word', 'ms', found),
  cost('a client that was never there', 'ms', filtered),
  cost('a word that is everywhere with an outcome that is nowhere', 'ms', both),
])
process.exit(0)

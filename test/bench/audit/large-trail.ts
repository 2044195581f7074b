/**
 * Opening a trail of a million rows, checking it whole, and finding something in it. The floor of checking it is to read
 * each body and hash it, in one thread.
 */
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AuditPage, AuditQuery } from '@shared/trail/audit.js'
import { ChainCheck, columnsOf, genesis, hashOf } from '../../../src-main/storage/audit/chain.js'
import { writeHead } from '../../../src-main/storage/audit/checkpoint.js'
import { slice as checkSlice } from '../../../src-main/storage/audit/integrity.js'
import { openSearchIndex } from '../../../src-main/storage/audit/search-index.js'
import { auditFile, checkRows, openTrail } from '../../../src-main/storage/audit/trail-file.js'
import type { VerificationResult } from '../../../src-main/storage/audit/verify.js'
import { openAuditLog } from '../../../src-main/storage/audit-log.js'
import { AuditReader, fullSearch, openAuditReader } from '../../../src-main/storage/audit-reader.js'
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

function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function expectIntact({ broken, rows: read }: VerificationResult): void {
  if (broken || read !== rows) throw new Error('The trail is broken.')
}

/**
 * Pages of a search until one has rows: their processor time, and that of the longest, which holds the event loop as
 * long on a machine without other work.
 */
function paged(query: AuditQuery): { readonly whole: number; readonly longest: number } {
  let [whole, longest] = [0, 0]
  let page: AuditPage = { rows: [], next: '' }
  while (page.rows.length === 0 && page.next !== undefined) {
    const { next } = page
    const spent = processorTime(() => {
      page = reader.search({ ...query, ...(next !== '' && { cursor: next }) })
    })
    whole += spent
    longest = Math.max(longest, spent)
  }
  return { whole, longest }
}

const pages = (what: string, { whole, longest }: ReturnType<typeof paged>) => [
  cost(`${what}, until it is shown`, 'ms', whole),
  cost(`${what}, longest hold of the event loop`, 'ms', longest),
]

let trail: ReturnType<typeof openAuditLog> | undefined
const opening = timed(() => {
  trail = openAuditLog(folder)
})
const reader = openAuditReader(folder)
const newest = paged({})
const found = paged({ text: 'player_4321' })
const filtered = paged({ client: 'nobody at all' })
const both = paged({ text: 'claude', outcome: 'denied' })
const unindexed = new AuditReader(folder, openToRead(path.join(folder, auditFile), 'alone'), false)
const scanned = processorTime(() => unindexed.search({ text: 'player_4321' }, fullSearch))
unindexed.close()
const file = openToRead(path.join(folder, auditFile), 'alone')
const floor = timed(() => {
  for (const { body } of file.prepare('SELECT body FROM audit_event').iterate()) hash('sha256', String(body), 'hex')
})
file.close()
const compared = openToRead(path.join(folder, auditFile), 'alone')
const liked = processorTime(() =>
  compared
    .prepare("SELECT sequence FROM audit_event WHERE body LIKE '%no_such_player%' ORDER BY sequence DESC LIMIT 50")
    .all(),
)
compared.close()
const used = process.cpuUsage()
const verifying = timed(() => expectIntact(reader.verify()))
const { user, system } = process.cpuUsage(used)
const sliced = openToRead(path.join(folder, auditFile), 'alone')
const check = new ChainCheck()
let [longestSlice, left] = [0, true]
while (left) {
  const range = { after: check.last?.sequence ?? 0, through: rows }
  const slice = processorTime(() => {
    left = checkRows(sliced, check, range, checkSlice.rows) > 0
  })
  longestSlice = Math.max(longestSlice, slice)
}
sliced.close()
reader.close()
trail?.close()
rmSync(folder, { recursive: true, force: true })
printFigures([
  cost('rows', 'rows', rows),
  cost('opening the trail', 'ms', opening),
  cost('verifying all of it', 's', verifying / 1_000, floor / 1_000),
  cost('processor time of it', 's', (user + system) / 1e6, floor / 1_000),
  cost('longest slice of the check beside the program', 'ms', longestSlice),
  cost('indexing a row', 'µs', (indexing * 1_000) / rows),
  ...pages('the newest page', newest),
  ...pages('a word', found),
  ...pages('a client that was never there', filtered),
  ...pages('a word that is everywhere with an outcome that is nowhere', both),
  cost('fifty rows with a word, without the index', 'ms', scanned),
  cost('a text that is nowhere, by LIKE', 'ms', liked),
])
process.exit(0)

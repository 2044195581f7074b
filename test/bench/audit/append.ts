/**
 * Adding a row that must be on disk, 500 times a second, while the index and the checkpoint are written too.
 *
 * Floor: the same row into the bare table without a chain, in turns, on the same disk.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { genesis, hashOf } from '../../../src-main/storage/audit/chain.js'
import { openAuditLog } from '../../../src-main/storage/audit-log.js'
import { openDatabase } from '../../../src-main/storage/sqlite.js'
import { cost, median, printFigures, quantile, sized } from '../contract/timing.js'
import { event } from './event.js'

const aSecond = 500
const seconds = sized({ full: 30, quick: 3, once: 0.5 })

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))
const bare = openDatabase(path.join(folder, 'bare.sqlite'))
bare.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE audit_event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    event_type TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    server_id TEXT,
    request_id TEXT,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_event_by_time ON audit_event (timestamp);
  CREATE INDEX audit_event_by_request ON audit_event (request_id);
`)
const insert = bare.prepare(
  `INSERT INTO audit_event (id, timestamp, event_type, capability_id, server_id, request_id, body)
   VALUES (?, ?, ?, ?, ?, ?, ?)`,
)
const trail = openAuditLog(folder)

const ways = {
  bare(number: number) {
    const one = event(number)
    const { serverId = null, requestId = null } = one.metadata ?? {}
    const { id, timestamp, eventType, capabilityId } = one
    insert.run(id, timestamp, eventType, capabilityId, serverId, requestId, JSON.stringify(one))
  },
  chained: (number: number) => trail.append(event(number)),
}
const took = { bare: [] as number[], chained: [] as number[] }

const began = performance.now()
for (let number = 0; number < aSecond * seconds; number += 1) {
  const due = began + (number * 1_000) / aSecond
  const late = due - performance.now()
  await new Promise<void>((resolve) => (late > 1 ? setTimeout(resolve, late) : setImmediate(resolve)))
  for (const name of number % 2 ? (['bare', 'chained'] as const) : (['chained', 'bare'] as const)) {
    const from = performance.now()
    ways[name](number)
    took[name].push(performance.now() - from)
  }
}
const elapsed = (performance.now() - began) / 1_000

const body = JSON.stringify(event(1))
const hashing = performance.now()
for (let number = 0; number < 10_000; number += 1) hashOf(genesis, number, body)
const hash = (performance.now() - hashing) / 10

trail.close()
bare.close()
rmSync(folder, { recursive: true, force: true })
printFigures([
  cost('rows added each second', 'rows', took.chained.length / elapsed),
  cost('adding a row, p50', 'ms', median(took.chained), median(took.bare)),
  cost('adding a row, p99', 'ms', quantile(took.chained, 0.99), quantile(took.bare, 0.99)),
  cost('adding a row, longest', 'ms', Math.max(...took.chained), Math.max(...took.bare)),
  cost('the hash alone', 'µs', hash),
])

/**
 * Export: the trail as JSON lines, which can be verified by themselves, or as CSV for a spreadsheet.
 *
 * Guards the spreadsheet: text that came from the game or from an AI client is never a formula there.
 */
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { AuditFilter, AuditFormat } from '../../contract/audit.js'
import type { AuditReader } from '../audit-reader.js'
import { eventOf, type StoredRow } from './chain.js'
import { lineOf } from './export-line.js'
import { factsOf } from './facts.js'

const columns = [
  'sequence',
  'timestamp',
  'eventType',
  'outcome',
  'capabilityId',
  'capabilityVersion',
  'serverId',
  'callerType',
  'callerId',
  'callerName',
  'riskLevel',
  'approvedBy',
  'executionTime',
  'request',
  'response',
  'requestId',
  'traceId',
  'id',
  'previous',
  'hash',
] as const

/** Writes as fast as `out` takes it, and ends it. @returns how many rows were written */
export async function exportTrail(
  reader: Pick<AuditReader, 'rows'>,
  filter: AuditFilter,
  format: AuditFormat,
  out: Writable,
): Promise<number> {
  let rows = 0
  async function* counted(): AsyncGenerator<StoredRow> {
    for await (const row of reader.rows(filter)) {
      rows += 1
      yield row
    }
  }
  if (format === 'jsonl') {
    await pipeline(Readable.from(linesOf(counted())), out)
  } else {
    const csv = stringify({ header: true, columns: [...columns], escape_formulas: true })
    await pipeline(Readable.from(recordsOf(counted())), csv, out)
  }
  return rows
}

async function* linesOf(rows: AsyncIterable<StoredRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${lineOf(row)}\n`
}

async function* recordsOf(rows: AsyncIterable<StoredRow>): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) yield recordOf(row)
}

function recordOf(row: StoredRow): Record<(typeof columns)[number], unknown> {
  const event = eventOf(row)
  const { caller = {}, metadata = {} } = event ?? {}
  return {
    sequence: row.sequence,
    timestamp: row.timestamp,
    eventType: row.event_type,
    outcome: event && factsOf(event).outcome,
    capabilityId: row.capability_id,
    capabilityVersion: event?.capabilityVersion,
    serverId: row.server_id,
    callerType: caller.type,
    callerId: caller.id,
    callerName: caller.name,
    riskLevel: event?.riskLevel,
    approvedBy: event?.approvalInfo?.approvedBy,
    executionTime: metadata.executionTime,
    request: event?.request && JSON.stringify(event.request),
    response: event?.response && JSON.stringify(event.response),
    requestId: row.request_id,
    traceId: metadata.traceId,
    id: row.id,
    previous: row.previous,
    hash: row.hash,
  }
}

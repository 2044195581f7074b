/**
 * Export: the trail as independently verifiable JSON lines, or as CSV for a spreadsheet.
 *
 * Guards the spreadsheet: untrusted text never becomes a formula. A masked export says so and cannot be verified,
 * because its hashes are of the unmasked rows.
 */

import {
  closeSync,
  constants,
  createWriteStream,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  type WriteStream,
} from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditFilter, AuditFormat } from '@shared/trail/audit.js'
import { stringify } from 'csv-stringify'
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

/** Masks what a stream must not show. */
export interface RowMask {
  value<T>(value: T): T
}

export const maskedNote =
  'Redacted for a stream: names, addresses, coordinates, secrets and private messages are replaced. The hashes are those of the original rows, so this file cannot be verified.'

/** Writes with backpressure and ends `out`. @returns number of written rows */
export async function exportTrail(
  reader: Pick<AuditReader, 'rows'>,
  filter: AuditFilter,
  format: AuditFormat,
  out: Writable,
  mask?: RowMask,
): Promise<number> {
  let rows = 0
  async function* counted(): AsyncGenerator<StoredRow> {
    for await (const row of reader.rows(filter)) {
      rows += 1
      yield row
    }
  }
  if (format === 'jsonl') {
    await pipeline(Readable.from(mask ? maskedLinesOf(counted(), mask) : linesOf(counted())), out)
  } else {
    const csv = stringify({ header: true, columns: mask ? [...columns, 'note'] : [...columns], escape_formulas: true })
    await pipeline(Readable.from(recordsOf(counted(), mask)), csv, out)
  }
  return rows
}

async function* linesOf(rows: AsyncIterable<StoredRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${lineOf(row)}\n`
}

async function* maskedLinesOf(rows: AsyncIterable<StoredRow>, mask: RowMask): AsyncGenerator<string> {
  yield `${JSON.stringify({ masked: true, note: maskedNote })}\n`
  for await (const row of rows) {
    const { sequence, previous, hash } = row
    // The text of an invalid event cannot be masked by its members.
    const event = eventOf(row)
    yield `${JSON.stringify({ sequence, previous, hash, masked: true, event: event ? mask.value(event) : null })}\n`
  }
}

async function* recordsOf(rows: AsyncIterable<StoredRow>, mask?: RowMask): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) yield mask ? { ...mask.value(recordOf(row)), note: maskedNote } : recordOf(row)
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

/**
 * The file that an export of the trail is written to. Links are not followed: another user could have created one to
 * overwrite another file.
 *
 * @throws Error when it can't be written
 */
export function createExportFile(file: string): WriteStream {
  // Windows has no such flag.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error('it is a link')
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const fd = openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const facts = fstatSync(fd)
    if (!facts.isFile()) throw new Error('it is not a regular file')
    if (facts.nlink > 1) throw new Error('the file has another name (hard link)')
    ftruncateSync(fd)
  } catch (error) {
    closeSync(fd)
    throw error
  }
  return createWriteStream(file, { fd })
}

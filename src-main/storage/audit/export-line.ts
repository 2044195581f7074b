/** Export line: a row of the trail as one line of JSON that can be verified independently. */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { columnsOf, type StoredRow } from './chain.js'

/** Contains the event exactly as stored, because its hash covers that text. */
export function lineOf({ sequence, previous, hash, body }: StoredRow): string {
  const place = `"sequence":${sequence},"previous":${JSON.stringify(previous)},"hash":${JSON.stringify(hash)}`
  return `{${place},${isLine(body) ? `"event":${body}` : `"unreadable":${JSON.stringify(body)}`}}`
}

function isLine(body: string): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) === body
  } catch {
    return false
  }
}

/** Undefined when it is not a line of an export. */
export function parsedLine(line: string): StoredRow | undefined {
  try {
    const { sequence, previous, hash, event, unreadable } = JSON.parse(line) as Record<string, unknown>
    if (!Number.isSafeInteger(sequence) || typeof previous !== 'string' || typeof hash !== 'string') return undefined
    const place = { sequence: sequence as number, previous, hash }
    if (typeof unreadable === 'string') return { ...noColumns, ...place, body: unreadable }
    if (typeof event !== 'object' || event === null) return undefined
    return { ...columnsOf(event as AuditEvent), ...place, body: JSON.stringify(event) }
  } catch {
    return undefined
  }
}

const noColumns = { id: '', timestamp: '', event_type: '', capability_id: '', server_id: null, request_id: null }

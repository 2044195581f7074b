/** Channels for live events, calls, the audit trail and undo. */

import type { CallInFlight } from '@contract/call.js'
import {
  type AuditPage,
  type AuditState,
  type AuditStory,
  auditEventTypes,
  auditOutcomes,
  maxAuditRows,
} from '@shared/trail/audit.js'
import type { CallTrace, EventReader, LastHour } from '@shared/trail/live.js'
import type { UndoLastResult, UndoPage, UndoPreview, UndoResult } from '@shared/trail/undo.js'
import { digest, flag, id, integer, list, nothing, object, oneOf, text, typed } from '../payload-schema.js'
import type { SentPage } from '../shapes.js'
import { of, type PushTable, type RequestTable } from '../table.js'

const instant = text({ format: 'date-time', maxLength: 64 })
const auditFilter = {
  text: text({ maxLength: 512 }),
  client: id,
  server: id,
  capability: id,
  type: oneOf(auditEventTypes),
  risk: id,
  request: id,
  outcome: oneOf(auditOutcomes),
  since: instant,
  until: instant,
}

export const trailRequests = {
  /** The entries before a number; the newest when it is omitted. */
  'live:page': { page: 'window', takes: object({}, { before: integer({ minimum: 0 }) }), returns: of<SentPage>() },
  /** The trace of a call; null when it is no longer stored. */
  'live:way': { page: 'window', takes: object({ requestId: id }), returns: of<CallTrace | null>() },
  /** The clients that were notified of a game event, and their later calls; `id` is the id of the entry. */
  'live:readers': { page: 'window', takes: object({ id }), returns: of<readonly EventReader[]>() },
  /** Statistics of these servers; when omitted, of all servers and of calls without a server. */
  'live:last-hour': {
    page: 'window',
    takes: object({}, { servers: list(id, { minItems: 1, maxItems: 1_000, uniqueItems: true }) }),
    returns: of<LastHour>(),
  },
  'calls:list': { page: 'window', takes: nothing, returns: of<readonly CallInFlight[]>() },
  'audit:search': {
    page: 'window',
    takes: object({}, { ...auditFilter, limit: integer({ minimum: 1, maximum: maxAuditRows }), cursor: id }),
    returns: of<AuditPage>(),
  },
  /** One event with all events of its request; null when it does not exist. */
  'audit:get': { page: 'window', takes: object({ id }), returns: of<AuditStory | null>() },
  'audit:state': { page: 'window', takes: nothing, returns: of<AuditState>() },
  /** Asks the person for a file and writes it; null when they chose none. */
  'audit:export': {
    page: 'window',
    takes: object({ format: oneOf(['jsonl', 'csv']), filter: object({}, auditFilter) }),
    returns: of<{ readonly file: string; readonly rows: number } | null>(),
  },
  'undo:list': {
    page: 'window',
    takes: object(
      {},
      {
        client: id,
        server: id,
        before: integer({ minimum: 0 }),
        limit: integer({ minimum: 1, maximum: 200 }),
      },
    ),
    returns: of<UndoPage>(),
  },
  'undo:preview': { page: 'window', takes: object({ requestId: id }), returns: of<UndoPreview>() },
  /** `expected` is the hash of the preview that the person saw; `typed` is needed when it has `mustType`. */
  'undo:run': {
    page: 'window',
    takes: object({ requestId: id, expected: digest }, { force: flag, typed }),
    returns: of<UndoResult>(),
  },
  'undo:runLast': {
    page: 'window',
    takes: object({ client: id, count: integer({ minimum: 1, maximum: 100 }) }, { server: id, force: flag }),
    returns: of<UndoLastResult>(),
  },
} satisfies RequestTable

export const trailPushes = {
  'live:arrived': { page: 'window', carries: of<SentPage>() },
  'calls:changed': { page: 'window', carries: of<readonly CallInFlight[]>() },
  'audit:changed': { page: 'window', carries: of<AuditState>() },
  /** Request id of a call that can be undone, or was undone. */
  'undo:changed': { page: 'window', carries: of<{ readonly requestId: string }>() },
} satisfies PushTable

/** Orders and events for what happened: live entries, the audit trail, undo, reports of a stream, telemetry and the digest. */
import type { CallInFlight } from '@contract/call.js'
import type { BuildPart } from '@shared/build/build-state.js'
import type { DigestPlace } from '@shared/program/digest.js'
import { type TelemetryState, telemetryLimits } from '@shared/program/telemetry.js'
import {
  type AuditPage,
  type AuditState,
  type AuditStory,
  auditEventTypes,
  auditOutcomes,
  maxAuditRows,
} from '@shared/trail/audit.js'
import type { Absence, CallTrace, EventReader, LiveEntry } from '@shared/trail/live.js'
import type { UndoEntry, UndoLastResult, UndoPage, UndoPreview, UndoResult } from '@shared/trail/undo.js'
import { digest, flag, id, integer, nothing, object, oneOf, text, typed } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'
import type { SentPage } from './shapes.js'

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

export const trailOrders = {
  /** The entries before a number; the newest when it is omitted. */
  'live:page': { by: ['window'], takes: object({}, { before: integer({ minimum: 0 }) }), returns: of<SentPage>() },
  /** The trace of a call; null when it is no longer stored. */
  'live:way': { by: ['window'], takes: object({ requestId: id }), returns: of<CallTrace | null>() },
  /** The clients that were notified of a game event, and their later calls; `id` is the id of the entry. */
  'live:readers': { by: ['window'], takes: object({ id }), returns: of<readonly EventReader[]>() },
  /** The owner is looking at the window. Returns what they missed until they dismiss it; null when that is nothing. */
  'away:look': { by: ['window'], takes: nothing, returns: of<Absence | null>() },
  'away:dismiss': { by: ['window'], takes: nothing, returns: of<void>() },
  'calls:list': { by: ['window'], takes: nothing, returns: of<readonly CallInFlight[]>() },
  'audit:search': {
    by: ['window'],
    takes: object({}, { ...auditFilter, limit: integer({ minimum: 1, maximum: maxAuditRows }), cursor: id }),
    returns: of<AuditPage>(),
  },
  /** One event with all events of its request; null when it does not exist. */
  'audit:get': { by: ['window'], takes: object({ id }), returns: of<AuditStory | null>() },
  'audit:state': { by: ['window'], takes: nothing, returns: of<AuditState>() },
  /** Asks the person for a file and writes it; null when they chose none. */
  'audit:export': {
    by: ['window'],
    takes: object({ format: oneOf(['jsonl', 'csv']), filter: object({}, auditFilter) }),
    returns: of<{ readonly file: string; readonly rows: number } | null>(),
  },
  'undo:list': {
    by: ['window', 'command-line'],
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
  /** Of a build: what can be undone alone. */
  'undo:parts': { by: ['window'], takes: object({ requestId: id }), returns: of<readonly BuildPart[]>() },
  'undo:preview': { by: ['window'], takes: object({ requestId: id }), returns: of<UndoPreview>() },
  /** `part` is the number of the one part of a build to undo. `expected` is the hash of the preview that the person saw; `typed` is needed when it has `mustType`. */
  'undo:run': {
    by: ['window'],
    takes: object(
      { requestId: id, expected: digest },
      { force: flag, typed, part: integer({ minimum: 1, maximum: 1_000 }) },
    ),
    returns: of<UndoResult>(),
  },
  /** Without a preview. */
  'undo:run-unseen': {
    by: ['stdin'],
    takes: object({ requestId: id }, { force: flag, typed }),
    returns: of<UndoResult>(),
  },
  'undo:runLast': {
    by: ['window'],
    takes: object({ client: id, count: integer({ minimum: 1, maximum: 100 }) }, { server: id, force: flag }),
    returns: of<UndoLastResult>(),
  },
  /** Asks the person for a file and writes it, in the language of the window; null when they chose none. */
  'reports:create': {
    by: ['window'],
    takes: object({ format: oneOf(['html', 'md']), since: instant, until: instant }),
    returns: of<{ readonly file: string } | null>(),
  },
  'telemetry:state': { by: ['window'], takes: nothing, returns: of<TelemetryState>() },
  /** Stores the header for the collector in the credential store; an empty one removes it. */
  'telemetry:keep-header': {
    by: ['window'],
    takes: object({ header: text({ maxLength: telemetryLimits.header }) }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  /** Sends the digest of the last 24 hours now, also when there is nothing in it. */
  'digest:send': {
    by: ['window'],
    takes: nothing,
    returns: of<{ readonly sent: readonly DigestPlace[]; readonly failed: readonly DigestPlace[] }>(),
  },
} satisfies OrderTable

export const trailEvents = {
  'live:entry': { to: ['stdin'], carries: of<LiveEntry>() },
  /** The same in batches. */
  'live:arrived': { to: ['window'], carries: of<SentPage>() },
  'calls:changed': { to: ['window'], carries: of<readonly CallInFlight[]>() },
  'audit:changed': { to: ['window', 'stdin'], carries: of<AuditState>() },
  /** A call that can be undone. */
  'undo:recorded': { to: ['stdin'], carries: of<UndoEntry>() },
  /** Request id of a call that can be undone, or was undone. */
  'undo:changed': { to: ['window'], carries: of<{ readonly requestId: string }>() },
  'telemetry:changed': { to: ['window'], carries: of<TelemetryState>() },
} satisfies EventTable

/** Audit: the audit trail as shown to people, and its queries. See docs/protocol.md#audit. */
import type { AuditEvent } from '@contract/generated/audit-event.js'

export interface AuditRow {
  /** Starts at 1, without gaps. */
  readonly sequence: number
  /** SHA-256 of the previous row, in hex. */
  readonly previous: string
  /** SHA-256 of `previous`, `sequence` and the stored event, in hex. */
  readonly hash: string
  readonly event: AuditEvent
}

/**
 * The kind of damage of a row.
 *
 * `changed`: it does not match its hash. `missing`: it does not exist. `unlinked`: it does not follow the previous row.
 * `added`: it did not exist when the program ended. `rewritten`: it differs from the row in the checkpoint.
 * `head-missing`, `head-forged`: the checkpoint file is missing, or not written by this program. `head-unsigned`: the
 * checkpoint is not signed, though this program signs it. `head-older`: it is signed, but not the newest. `schema`: the
 * file has tables, triggers or indexes that are not from this program.
 */
export type AuditDamage =
  | 'changed'
  | 'missing'
  | 'unlinked'
  | 'added'
  | 'rewritten'
  | 'head-missing'
  | 'head-forged'
  | 'head-unsigned'
  | 'head-older'
  | 'schema'

export interface AuditBreak {
  readonly sequence: number
  readonly what: AuditDamage
  /** Id of the row, if it exists and is readable. */
  readonly id?: string
  /** ISO 8601. */
  readonly at?: string
  /** When an earlier start found it, ISO 8601; the trail has continued since. */
  readonly foundAt?: string
}

export interface AuditState {
  /** Number of stored rows. */
  readonly rows: number
  readonly head: { readonly sequence: number; readonly hash: string }
  /** ISO 8601, of the oldest row. */
  readonly oldest?: string
  /** Bytes on disk, including the search index. */
  readonly bytes: number
  /** The verified part of the chain since the start; `whole` when the check is complete. */
  readonly verified: { readonly until: number; readonly whole: boolean }
  readonly broken?: AuditBreak
  /** Since when the trail is not writable, and the number of reads that were not recorded. */
  readonly unwritable?: {
    readonly since: string
    readonly reason: string
    /** `locked`, `schema`: another program holds or changed the file. `head`: the checkpoint cannot be written. */
    readonly why: 'disk' | 'locked' | 'schema' | 'head'
    readonly lost: number
  }
  /**
   * ISO 8601 of the newest row that was deleted within a day for lack of space, which means that the trail fills too
   * fast.
   */
  readonly crowdedOut?: string
  /** Whether the checkpoint is signed with a key of the credential store. */
  readonly signed: boolean
}

/** How a call ended, or the type of another event. */
export const auditOutcomes = [
  'intent',
  'done',
  'failed',
  'foreseen',
  'approved',
  'denied',
  'expired',
  'withdrawn',
  'unknown',
] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

export const auditEventTypes = [
  'invoke',
  'approve',
  'reject',
  'rollback',
  'error',
] as const satisfies readonly AuditEvent['eventType'][]

/** All given members must match. */
export interface AuditFilter {
  /** Words that the event must contain, in any order; prefixes match. */
  readonly text?: string
  /** Id or name of the caller. */
  readonly client?: string
  /** Id. */
  readonly server?: string
  /** Id; with a trailing `*`, a prefix. */
  readonly capability?: string
  readonly type?: AuditEvent['eventType']
  readonly risk?: string
  readonly request?: string
  readonly outcome?: AuditOutcome
  /** ISO 8601, inclusive. */
  readonly since?: string
  /** ISO 8601, exclusive. */
  readonly until?: string
}

export interface AuditQuery extends AuditFilter {
  /** Maximum number of rows, 1 to `maxAuditRows`. */
  readonly limit?: number
  /** The cursor of the previous page; new rows do not shift it. */
  readonly cursor?: string
}

export const maxAuditRows = 500

/** Newest first. A page may be short, even empty, and still have a next one. */
export interface AuditPage {
  readonly rows: readonly AuditRow[]
  /** Absent on the last page. */
  readonly next?: string
}

/** One event with all events of the same request, in the order of recording. */
export interface AuditStory {
  readonly row: AuditRow
  readonly request: readonly AuditRow[]
}

export type AuditFormat = 'jsonl' | 'csv'

/** What a notification opens in the log instead of a request: the local days of a span. */
export const daysAbout = ({ since, until }: { readonly since: string; readonly until: string }): string =>
  `days:${localDay(since)}:${localDay(until)}`

/** The days in what a notification opens, `YYYY-MM-DD`; undefined when it is a request. */
export function daysIn(about: string): { readonly from: string; readonly to: string } | undefined {
  const [, from, to] = /^days:(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d)$/u.exec(about) ?? []
  return from !== undefined && to !== undefined ? { from, to } : undefined
}

function localDay(instant: string): string {
  const at = new Date(instant)
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

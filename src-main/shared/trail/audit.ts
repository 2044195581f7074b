/** Audit: what people are shown of the trail, and how it can be asked. See docs/protocol.md#audit. */
import type { AuditEvent } from '@contract/generated/audit-event.js'

/** An event as it stands in the trail. */
export interface AuditRow {
  /** Counts from 1, without gaps. */
  readonly sequence: number
  /** SHA-256 of the row before, in hex. */
  readonly previous: string
  /** SHA-256 of `previous`, `sequence` and the event as it is stored, in hex. */
  readonly hash: string
  readonly event: AuditEvent
}

/**
 * What is wrong with a row.
 *
 * `changed`: it is not what its hash says. `missing`: it is not there. `unlinked`: it does not follow the row before.
 * `added`: it was not there when the program ended. `rewritten`: it is not the row that the checkpoint names.
 * `head-missing`, `head-forged`: the head that is kept beside the trail is gone, or not written by this program.
 * `head-unsigned`: it is not signed, though this program signs it. `head-older`: it was signed, and is not the newest.
 * `schema`: the file has tables, triggers or indexes that are not the program's own.
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

/** The first row that is not as it was written. */
export interface AuditBreak {
  readonly sequence: number
  readonly what: AuditDamage
  /** Of the row, where it is there and can be read. */
  readonly id?: string
  /** ISO 8601. */
  readonly at?: string
  /** When an earlier start found it, ISO 8601; the trail has continued since. */
  readonly foundAt?: string
}

export interface AuditState {
  /** Rows that are there, counted from the first to the last. */
  readonly rows: number
  readonly head: { readonly sequence: number; readonly hash: string }
  /** ISO 8601, of the oldest row. */
  readonly oldest?: string
  /** Of the disk, with the search index. */
  readonly bytes: number
  /** How far the chain was checked since the start; `whole` when nothing is left to check. */
  readonly verified: { readonly until: number; readonly whole: boolean }
  readonly broken?: AuditBreak
  /** Since when nothing can be written, and how many rows of reads are not in the trail because of it. */
  readonly unwritable?: {
    readonly since: string
    readonly reason: string
    /** `schema`: another program changed the file. `head`: how far the trail came cannot be noted. */
    readonly why: 'disk' | 'schema' | 'head'
    readonly lost: number
  }
  /** Of the newest row that had to go for want of room before it was a day old, ISO 8601: something fills the trail. */
  readonly crowdedOut?: string
  /** Whether the checkpoint is signed with a key of the system's store. */
  readonly signed: boolean
}

/** How an event ended, or what it is when it is no end. */
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

/** All that is given must hold. */
export interface AuditFilter {
  /** Words that must stand in the event, in any order; each may be the beginning of one. */
  readonly text?: string
  /** Id or name of the caller. */
  readonly client?: string
  /** Id. */
  readonly server?: string
  /** Id; with `*` at its end, the beginning of one. */
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
  /** Rows, 1 to `maxAuditRows`. */
  readonly limit?: number
  /** What a page before said; rows that came since do not shift it. */
  readonly cursor?: string
}

export const maxAuditRows = 500

/** Newest first. A page may be short, even empty, and still have a next one. */
export interface AuditPage {
  readonly rows: readonly AuditRow[]
  /** Absent on the last page. */
  readonly next?: string
}

/** One event with all that was written of the same request, in the order it was written. */
export interface AuditStory {
  readonly row: AuditRow
  readonly request: readonly AuditRow[]
}

export type AuditFormat = 'jsonl' | 'csv'

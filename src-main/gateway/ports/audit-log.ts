/** Audit log: the port for writing the audit trail. */
import type { AuditEvent } from '@contract/generated/audit-event.js'

/**
 * When something must be on disk: `now`, before the call returns; or `soon`. In the audit trail `soon` is batched for a
 * few milliseconds, and is lost if the program crashes in between; it survives a power failure only after the next
 * `now`. Reads are written `soon`, everything else `now`.
 */
export type Durability = 'now' | 'soon'

/** The audit trail. `append` throws when an event could not be written `now`; those `soon` are on disk before it. */
export interface AuditLog {
  append(event: AuditEvent, durability?: Durability): void
  /** Newest first. */
  recent(limit: number): AuditEvent[]
  /** Intents without an outcome, oldest first. */
  openIntents(): AuditEvent[]
  /** The recorded outcome of a request, if any. */
  outcomeOf(requestId: string): AuditEvent | undefined
  close(): void
}

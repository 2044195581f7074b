/** Memory audit log: an audit log in memory that can fail like a full disk. */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditLog } from '../../src-main/gateway/ports/audit-log.js'

export class MemoryAuditLog implements AuditLog {
  readonly events: AuditEvent[] = []
  /** Says which events cannot be written. */
  refuses: (event: AuditEvent) => boolean = () => false
  /** Called with each event that is written. */
  onAppend: (event: AuditEvent) => void = () => {}

  append(event: AuditEvent): void {
    if (this.refuses(event)) throw new Error('The disk is full.')
    this.events.push(structuredClone(event))
    this.onAppend(event)
  }

  recent(limit: number): AuditEvent[] {
    return this.events.slice(-limit).reverse()
  }

  openIntents(): AuditEvent[] {
    return this.events.filter(
      ({ metadata }) => metadata?.phase === 'intent' && !this.outcomeOf(String(metadata.requestId)),
    )
  }

  outcomeOf(requestId: string): AuditEvent | undefined {
    return this.events.findLast(({ metadata }) => metadata?.phase === 'outcome' && metadata.requestId === requestId)
  }

  close(): void {}
}

/** Trust decision: a person's decision about the manifests of a server, as an audit event. */
import { randomUUID } from 'node:crypto'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { AuditLog } from '../ports/audit-log.js'
import type { Clock } from '../ports/runtime.js'

/** `capabilityId` of each decision in the audit trail. */
export const acceptanceId = 'system.manifest.accept'
export const rejectionId = 'system.manifest.reject'

const eventTypes = {
  [acceptanceId]: 'approve',
  [rejectionId]: 'reject',
} as const

export interface TrustDecision {
  readonly id: keyof typeof eventTypes
  readonly serverId: string
  readonly capabilities: readonly QuarantinedCapability[]
  readonly person: string
}

/** @throws GatewayError when the audit trail cannot be written: the decision then does not count */
export function recordDecision(
  { id, serverId, capabilities, person }: TrustDecision,
  { audit, clock }: { readonly audit: AuditLog; readonly clock: Clock },
): void {
  const at = clock.now().toISOString()
  const outcome =
    id === acceptanceId
      ? ({ outcome: 'approved', approvedBy: person, approvedAt: at } as const)
      : ({ outcome: 'denied' } as const)
  audit.append({
    id: randomUUID(),
    timestamp: at,
    eventType: eventTypes[id],
    capabilityId: id,
    caller: { type: 'user', id: person, name: person },
    request: {
      capabilities: capabilities.map((one) => ({
        id: one.id,
        version: one.offered.version,
        reason: one.reason,
        fingerprint: one.fingerprint,
      })),
    },
    approvalInfo: { required: true, ...outcome },
    metadata: { serverId },
  })
}

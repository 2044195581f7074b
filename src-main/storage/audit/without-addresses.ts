/** Without addresses: an event of the trail in which no IP address stands (invariant 8). */
import type { AuditEvent } from '../../contract/generated/audit-event.js'
import { redactAddresses } from '../../policy/redaction.js'

/** What was asked and what came back; ids of servers may be made of addresses and must stay what they are. */
export function withoutAddresses(event: AuditEvent): AuditEvent {
  const { request, response, rollbackInfo, metadata } = event
  const { clientIp, ...withoutIp } = metadata ?? {}
  return {
    ...event,
    ...(clientIp !== undefined && { metadata: withoutIp }),
    ...(request && { request: redactAddresses(request) as Record<string, unknown> }),
    ...(response && { response: redactAddresses(response) as Record<string, unknown> }),
    ...(rollbackInfo?.before && {
      rollbackInfo: { ...rollbackInfo, before: redactAddresses(rollbackInfo.before) as Record<string, unknown> },
    }),
  }
}

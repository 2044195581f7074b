/** Without addresses: removes IP addresses from an event of the trail (invariant 8). */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { redactAddresses } from '../../policy/redaction/redaction.js'

/** Arguments and results; ids of servers may contain addresses and must stay unchanged. */
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

/** In flight: a call in progress, as people see it. */
import type { CallInFlight } from '@contract/call.js'
import type { Assessed } from './call-stages.js'

export const inFlight = (call: Assessed): Omit<CallInFlight, 'stage'> => ({
  requestId: call.requestId,
  capabilityId: call.manifest.id,
  caller: call.caller,
  arguments: call.given,
  server: { id: call.link.server.id, name: call.link.server.name },
  risk: call.risk.level,
  startedAt: call.startedAt,
})

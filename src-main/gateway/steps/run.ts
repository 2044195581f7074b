/** Run: the call goes to the provider, once. */
import { GatewayError } from '../../contract/gateway-error.js'
import { cleanObject } from '../../policy/untrusted-text.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Run, Snapped } from './call-stages.js'
import { withDeadline } from './deadline.js'
import { inFlight } from './in-flight.js'

export async function run(call: Snapped, gatehouse: Gatehouse): Promise<Run | Ended> {
  const { manifest, caller } = call
  gatehouse.calls.set({ ...inFlight(call), stage: 'running' })
  const request = {
    requestId: call.requestId,
    capabilityId: manifest.id,
    version: manifest.version,
    arguments: call.given,
    caller: caller.id,
    ...(caller.sessionId && { sessionId: caller.sessionId }),
    traceId: call.traceId,
  }
  const answer = await withDeadline(gatehouse.clock, gatehouse.callTimeoutMs, (signal) =>
    call.link.invoke(request, signal),
  )
  const checked = gatehouse.validator.checkReturns(manifest, cleanObject(answer.data))
  if (!checked.ok) {
    return end({
      kind: 'failed',
      error: new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { errors: checked.problems } }),
    })
  }
  return { ...call, data: checked.value, ...(answer.snapshotId && { providerSnapshotId: answer.snapshotId }) }
}

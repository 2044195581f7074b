/**
 * Halt: ends calls during a stop. The first step; `revalidate` checks again right before the call runs.
 *
 * A capability counts as an action when any source declares it so, or when it is unknown. A person may still undo or
 * restore a backup, which is often the reason for the stop.
 */
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Received } from './call-stages.js'

export function halt(call: Received, { panic, registry }: GatewayDependencies): Received | Ended {
  if (!panic.state.on || call.undoing || call.ordering) return call
  const types = registry.offersOf(call.capabilityId).map(({ manifest }) => manifest.type)
  const reads = types.length > 0 && types.every((type) => type === 'context')
  return panic.stops(reads ? 'context' : 'action')
    ? end({ kind: 'failed', error: panic.refusal(), refused: panic.refused })
    : call
}

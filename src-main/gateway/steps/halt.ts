/**
 * Halt: nothing goes on while everything is stopped. The first step; `confirm` looks again right before the call runs.
 *
 * What somebody calls an action is one, whatever others call it, and so is what nobody knows. A person may undo all the
 * same, or restore a backup: most stop everything because there is something to undo.
 */
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Received } from './call-stages.js'

export function halt(call: Received, { panic, registry }: Gatehouse): Received | Ended {
  if (!panic.state.on || call.undoing || call.ordering) return call
  const types = registry.offersOf(call.capabilityId).map(({ manifest }) => manifest.type)
  const reads = types.length > 0 && types.every((type) => type === 'context')
  return panic.stops(reads ? 'context' : 'action')
    ? end({ kind: 'failed', error: panic.refusal(), refused: panic.refused })
    : call
}

/**
 * Admit: ends calls of programs that the owner has not allowed. Nothing of them is resolved, read or asked about.
 *
 * `revalidate` checks again right before the call runs, so that a decision of the owner in between counts.
 */
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Received } from './call-stages.js'

export function admit<Call extends Received>(
  call: Call,
  { keyless }: Pick<GatewayDependencies, 'keyless'>,
): Call | Ended {
  // The owner undoes what a program did, also after it may do nothing more.
  const error = call.undoing || call.ordering ? undefined : keyless.refusalOf(call.caller)
  return error ? end({ kind: 'failed', error }) : call
}

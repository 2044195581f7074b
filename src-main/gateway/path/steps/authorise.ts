/**
 * Authorise: requires the role and every permission that the manifest names, on this server. See
 * docs/protocol.md#calls-permissions.
 *
 * Checked again right before the call runs, so that a revoked right counts.
 */
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import { permissionFor, refusalOf } from '../rights.js'
import type { Authorised, Validated } from './call-stages.js'

export function authorise<Call extends Validated & Partial<Authorised>>(
  call: Call,
  { rightsOf }: Pick<GatewayDependencies, 'rightsOf'>,
): (Call & Authorised) | Ended {
  // Only the owner can undo, and the owner grants the rights.
  if (call.undoing) return permittedAs(call, 'allow')
  const verdict = permissionFor(rightsOf(call.caller), call)
  if (!verdict.may) return end({ kind: 'failed', error: refusalOf(verdict, call, call.caller) })
  return permittedAs(call, verdict.permitted)
}

/** Returns the same object when nothing changes. */
const permittedAs = <Call extends Validated & Partial<Authorised>>(
  call: Call,
  permitted: Authorised['permitted'],
): Call & Authorised => (call.permitted === permitted ? (call as Call & Authorised) : { ...call, permitted })

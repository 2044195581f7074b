/**
 * Authorise: requires the role and every permission that the manifest names, on this server. See
 * docs/protocol.md#calls-permissions.
 *
 * Checked again right before the call runs, so that a revoked right counts.
 */
import { type Ended, end } from '../call-path.js'
import type { GatewayParts } from '../gateway-parts.js'
import { permissionFor, refusalOf } from '../rights.js'
import type { Authorised, Validated } from './call-stages.js'

export function authorise<Call extends Validated & Partial<Authorised>>(
  call: Call,
  { rightsOf }: Pick<GatewayParts, 'rightsOf'>,
): (Call & Authorised) | Ended {
  // The person who may undo is the one who grants rights.
  if (call.undoing) return permittedAs(call, 'allow')
  const verdict = permissionFor(rightsOf(call.caller), call)
  if (!verdict.may) return end({ kind: 'failed', error: refusalOf(verdict, call, call.caller) })
  return permittedAs(call, verdict.permitted)
}

/** The same object where nothing changes. */
const permittedAs = <Call extends Validated & Partial<Authorised>>(
  call: Call,
  permitted: Authorised['permitted'],
): Call & Authorised => (call.permitted === permitted ? (call as Call & Authorised) : { ...call, permitted })

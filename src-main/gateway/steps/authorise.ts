/** Authorise: the caller has every permission that the manifest names. Specification 1, section 6.3. */
import { GatewayError } from '../../contract/gateway-error.js'
import { missingPermissions, permissionsFor } from '../../policy/permissions.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Validated } from './call-stages.js'

export function authorise(call: Validated, { grantsOf }: Gatehouse): Validated | Ended {
  // Who may undo sits where grants are given.
  if (call.undoing) return call
  const missing = missingPermissions(grantsOf(call.caller), permissionsFor(call.manifest))
  if (missing.length === 0) return call
  return end({ kind: 'failed', error: new GatewayError('PERMISSION.DENIED', { details: { missing } }) })
}

/** Authorise: the caller has every permission that the manifest names. Specification 1, section 6.3. */
import { GatewayError } from '../../contract/gateway-error.js'
import { missingPermissions, permissionsFor } from '../../policy/permissions.js'
import { type Ended, end } from '../call-path.js'
import type { Authorised, Gatehouse, Validated } from './call-stages.js'

export function authorise(call: Validated, { grantsOf }: Gatehouse): Authorised | Ended {
  const missing = missingPermissions(grantsOf(call.caller), permissionsFor(call.manifest))
  if (missing.length === 0) return { ...call, permitted: 'allow' }
  return end({ kind: 'failed', error: new GatewayError('PERMISSION.DENIED', { details: { missing } }) })
}

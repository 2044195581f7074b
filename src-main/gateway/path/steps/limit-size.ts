/** Limit size: arguments must be small enough to be read by a person and stored in the audit trail. */
import { GatewayError } from '@contract/gateway-error.js'
import { isSmall, maxArgumentsOf } from '../../../policy/limits/size.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Received } from './call-stages.js'

export function limitSize(call: Received, { registry }: Pick<GatewayDependencies, 'registry'>): Received | Ended {
  const isRelayed = registry.offersOf(call.capabilityId).some(({ link }) => link.relays)
  const most = maxArgumentsOf(call.capabilityId, isRelayed)
  if (isSmall(call.arguments, most)) return call
  return end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: `The arguments are larger than ${most} characters.`,
      suggestion: 'Send less, or in several calls.',
    }),
  })
}

/** Size: arguments stay small enough for a person to read and for the trail to keep. */
import { GatewayError } from '../../contract/gateway-error.js'
import { isSmall, mostKept, mostRelayed } from '../../policy/size.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Received } from './call-stages.js'

export function limitSize(call: Received, { registry }: Pick<Gatehouse, 'registry'>): Received | Ended {
  const isRelayed = registry.offersOf(call.capabilityId).some(({ link }) => link.relays)
  const most = isRelayed ? mostRelayed : mostKept
  if (isSmall(call.arguments, most)) return call
  return end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: `The arguments are larger than ${most} characters.`,
      suggestion: 'Send less, or in several calls.',
    }),
  })
}

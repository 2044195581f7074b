/** Size: arguments stay small enough for a person to read and for the trail to keep. */
import { GatewayError } from '../../contract/gateway-error.js'
import { isSmall, mostKept } from '../../policy/size.js'
import { type Ended, end } from '../call-path.js'
import type { Received } from './call-stages.js'

export function limitSize(call: Received): Received | Ended {
  if (isSmall(call.arguments)) return call
  return end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: `The arguments are larger than ${mostKept} characters.`,
      suggestion: 'Send less, or in several calls.',
    }),
  })
}

/** Size: arguments stay small enough for a person to read and for the trail to keep. */
import { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end } from '../call-path.js'
import type { Received } from './call-stages.js'

/** Characters of JSON. */
export const mostArguments = 16_384

export function limitSize(call: Received): Received | Ended {
  if (isSmall(call.arguments)) return call
  return end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: `The arguments are larger than ${mostArguments} characters.`,
      suggestion: 'Send less, or in several calls.',
    }),
  })
}

/** Whether arguments are small enough to be kept. */
export const isSmall = (value: unknown): boolean => (JSON.stringify(value) ?? '').length <= mostArguments

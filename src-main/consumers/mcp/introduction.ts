/**
 * Introduction: a client's information about itself, with `initialize` in the older era, with each request in the
 * newer.
 *
 * Bounds memory: it is kept as long as a session or a stream.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { ResponseWriter } from '../../network/http/exchange.js'
import { refuseInJsonRpc } from '../../network/http/refusal.js'
import { isSmall, maxArgumentCharacters } from '../../policy/limits/size.js'

type Introduction = Readonly<Record<string, unknown>>

/** Whether a message's introduction exceeds the limit. */
export function isIntroductionTooLong(message: unknown): boolean {
  const { method, params } = (message ?? {}) as Introduction
  return !isSmall(method === 'initialize' ? params : (params as Introduction | null | undefined)?._meta)
}

/** -32602; nothing of it is stored. */
export function refuseLongIntroduction(response: ResponseWriter, message: unknown): void {
  const { id, method } = message as Introduction
  const isId = typeof id === 'string' || typeof id === 'number'
  refuseInJsonRpc(response, { status: method === 'initialize' ? 200 : 400, error: tooLong }, -32_602, isId ? id : null)
}

const tooLong = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: `The information about the client is larger than ${maxArgumentCharacters} characters.`,
  suggestion:
    'Send a short clientInfo, only the capabilities of the client, and in _meta only members of the protocol.',
})

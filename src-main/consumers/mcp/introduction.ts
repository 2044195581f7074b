/**
 * Introduction: what a client says of itself, once with `initialize` in the older era, with each request in the newer.
 *
 * Guards the memory: it is kept as long as a session or a stream lives, so it must be small.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { Answer } from '../../http/exchange.js'
import { refuseInJsonRpc } from '../../http/refusal.js'
import { isSmall, mostKept } from '../../policy/size.js'

type Said = Readonly<Record<string, unknown>>

/** Whether a message introduces its client at such length that it is refused. */
export function isLongWinded(message: unknown): boolean {
  const { method, params } = (message ?? {}) as Said
  return !isSmall(method === 'initialize' ? params : (params as Said | null | undefined)?._meta)
}

/** -32602; nothing of it is kept. */
export function refuseLongWinded(response: Answer, message: unknown): void {
  const { id, method } = message as Said
  const isId = typeof id === 'string' || typeof id === 'number'
  refuseInJsonRpc(response, { status: method === 'initialize' ? 200 : 400, error: tooLong }, -32_602, isId ? id : null)
}

const tooLong = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: `What the client says of itself is larger than ${mostKept} characters.`,
  suggestion:
    'Send a short clientInfo and only the capabilities that the client has; in _meta only what the protocol names.',
})

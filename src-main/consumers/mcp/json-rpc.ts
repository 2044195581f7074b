/** JSON-RPC: which kind of message this is. What is asked here has been held against the schema of JSON-RPC before. */
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'

export const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => 'method' in message && 'id' in message

export const methodOf = (message: JSONRPCMessage): string | undefined =>
  'method' in message ? message.method : undefined

/** The id that an answer to this message would carry; null where there is none. */
export const idOf = (message: JSONRPCMessage | undefined): string | number | null =>
  message && isRequest(message) ? message.id : null

/** What a client would say that wants no answer to this request any more: who hangs up says it so. */
export const cancellationOf = (requestId: string | number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})

/** The request that a notification cancels; undefined when it is no such notification. */
export function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  const { requestId } = (message.params ?? {}) as { requestId?: unknown }
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined
}

/** JSON-RPC: kind and id of a message that was already validated. */
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'

export const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => 'method' in message && 'id' in message

export const methodOf = (message: JSONRPCMessage): string | undefined =>
  'method' in message ? message.method : undefined

/** The id for the response to this message; null without one. */
export const idOf = (message: JSONRPCMessage | undefined): string | number | null =>
  message && isRequest(message) ? message.id : null

/** A cancellation of this request, for a client that disconnects. */
export const cancellationOf = (requestId: string | number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})

/** The request that a notification cancels; undefined for another notification. */
export function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  const { requestId } = (message.params ?? {}) as { requestId?: unknown }
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined
}

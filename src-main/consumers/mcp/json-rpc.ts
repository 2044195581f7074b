/** JSON-RPC: kind and id of a message that was already validated. */
import { isObject } from '@contract/json/json-object.js'
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'

const isId = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value)

/** Whether a value is a request, a notification or a response. Their other members are checked later. */
export function isMessage(value: unknown): boolean {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false
  const { id, method, params } = value
  if (method === undefined) return ('result' in value && isId(id)) || isObject(value.error)
  return typeof method === 'string' && (id === undefined || isId(id)) && (params === undefined || isObject(params))
}

/** The id of a message that is not valid, for its response. */
export const requestIdIn = (value: unknown): string | number | null =>
  isObject(value) && isId(value.id) ? value.id : null

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

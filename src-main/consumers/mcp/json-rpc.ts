/** JSON-RPC: kind and id of a message that was already validated. */
import { isObject } from '@contract/json/json-object.js'
import { type JSONRPCMessage, type JSONRPCRequest, SdkError, SdkErrorCode } from '@modelcontextprotocol/server'
import { ClientGone } from '../../gateway/ports/cancellation.js'

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

/** The reason in a cancellation of a client that disconnected. */
const disconnected = 'The client disconnected.'

/** A cancellation of this request, for a client that disconnects. */
export const cancellationOf = (requestId: string | number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: disconnected },
})

/** The reason that a notification gives, as the gateway understands it. */
export function reasonOf(message: JSONRPCMessage): unknown {
  const { reason } = ('method' in message ? (message.params ?? {}) : {}) as { readonly reason?: unknown }
  return cancelReason(reason)
}

/**
 * Why a request was aborted: clients name their own timer, and a closed session is an error of the SDK. Other reasons
 * are a wish of the client.
 */
export function cancelReason(reason: unknown): unknown {
  if (reason === disconnected || (reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed))
    return new ClientGone('disconnected')
  if (typeof reason === 'string' && timedOut.test(reason.slice(0, 256))) return new ClientGone('timed-out')
  return reason
}

const timedOut = /time[ds]?[- ]?out/i

/** The request that a notification cancels; undefined for another notification. */
export function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  const { requestId } = (message.params ?? {}) as { requestId?: unknown }
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined
}

/**
 * JSON-RPC messages, as far as a bridge must parse them: kind, id and era.
 *
 * Messages are forwarded as text, so that nothing (number precision, member order) changes. Anything but a single
 * well-formed message is not forwarded (docs/protocol.md#mcp-errors).
 */
import { isObject, parseJson } from '@contract/json/json-object.js'
import { BridgeError, type Failure, notAMessage, unparsable } from './failure.js'

/** `null` is allowed only in the legacy dialect (docs/protocol.md#mcp-legacy-message). */
export type RequestId = string | number | null

export interface RpcRequest {
  readonly kind: 'request'
  readonly id: RequestId
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface RpcNotification {
  readonly kind: 'notification'
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly text: string
}

/** `id` is `null` when a peer could not tell which request failed. */
export interface RpcResponse {
  readonly kind: 'response'
  readonly id: RequestId
  readonly result: unknown
  readonly error: unknown
  readonly text: string
}

export type Message = RpcRequest | RpcNotification | RpcResponse

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a message of the client. Throws a `BridgeError` with the problem. */
export const parseBytes = (bytes: Buffer, nullIds = false): Message => {
  let text: string
  let value: unknown
  try {
    text = strictUtf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw new BridgeError(unparsable)
  }
  const message = classify(value, oneLine(text), nullIds)
  if (message === undefined) throw new BridgeError(notAMessage)
  return message
}

/** Parses a message of the gateway; `undefined` when it is invalid. */
export const parseMessage = (text: string): Message | undefined => classify(parseJson(text), oneLine(text))

/** The text of an error response. */
export const errorResponse = (id: RequestId, error: Failure | object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error })

/** Whether this message is the response to the request with this id. */
export const answers = (message: Message, id: RequestId): message is RpcResponse =>
  message.kind === 'response' && message.id === id

/** A member that is an object; `{}` for any other value. */
export const objectAt = (value: unknown, key: string): Readonly<Record<string, unknown>> => {
  const member = isObject(value) ? value[key] : undefined
  return isObject(member) ? member : {}
}

/** Line ends occur only between JSON tokens, where a blank is allowed too. */
const oneLine = (text: string): string => (/[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ').trim() : text)

const classify = (value: unknown, text: string, nullIds = false): Message | undefined => {
  if (!isObject(value) || value.jsonrpc !== '2.0') return undefined
  const { id, method } = value
  const params = objectAt(value, 'params')
  if (typeof method === 'string') {
    if (id === undefined) return { kind: 'notification', method, params, text }
    return isRequestId(id) || (nullIds && id === null) ? { kind: 'request', id, method, params, text } : undefined
  }
  if (method !== undefined || !('result' in value || isObject(value.error))) return undefined
  if (id !== null && id !== undefined && !isRequestId(id)) return undefined
  return { kind: 'response', id: id ?? null, result: value.result, error: value.error, text }
}

const isRequestId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

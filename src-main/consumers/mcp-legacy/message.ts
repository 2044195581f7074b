/**
 * Message: JSON-RPC 2.0 in the legacy dialect. See docs/protocol.md#mcp-legacy-message.
 *
 * Enforces invariant 7: anything but one complete request object is refused first. Every method of the dialect has a
 * response, so a message without an id is invalid.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { isObject } from '@contract/json/json-object.js'

/** Codes of JSON-RPC 2.0, and one for calls the gateway did not run. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  notDone: -32_000,
} as const

export type LegacyRequestId = string | number | null

export interface LegacyRpcRequest {
  readonly id: LegacyRequestId
  readonly method: string
  /** `{}` when null or absent. */
  readonly params: Readonly<Record<string, unknown>> | readonly unknown[]
}

export type LegacyRpcResponse = { readonly jsonrpc: '2.0'; readonly id: LegacyRequestId } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data: ContractError } }
)

/** An error with its JSON-RPC code. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
  readonly code: number
  readonly error: GatewayError

  constructor(code: number, error: GatewayError) {
    super(error.message)
    this.code = code
    this.error = error
  }
}

/** The request in a body, or its problem. */
export function requestIn(body: unknown): LegacyRpcRequest | RpcFailure {
  if (!isObject(body)) return invalid('It must be a single JSON-RPC request object; batches are not supported.')
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0') return invalid('"jsonrpc" must be "2.0".')
  if (!isRequestId(id)) return invalid('"id" must be a string, an integer or null.')
  if (typeof method !== 'string') return invalid('"method" must be a string.')
  if (params !== undefined && params !== null && typeof params !== 'object') {
    return invalid('"params" must be an object or an array.')
  }
  return { id, method, params: (params ?? {}) as LegacyRpcRequest['params'] }
}

/** The id of a message, for its response; null without one. */
export const idOf = (body: unknown): LegacyRequestId => (isObject(body) && isRequestId(body.id) ? body.id : null)

const isRequestId = (value: unknown): value is LegacyRequestId =>
  value === null || typeof value === 'string' || Number.isSafeInteger(value)

const invalid = (message: string): RpcFailure =>
  new RpcFailure(
    rpcCodes.invalidRequest,
    new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: `This is not a valid request: ${message}`,
      suggestion: 'Correct it and send it again.',
    }),
  )

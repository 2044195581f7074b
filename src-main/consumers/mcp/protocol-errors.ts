/** Protocol errors: what a handler of `/mcp` throws, ours and those of services. */
import type { ErrorCode } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { ProtocolError } from '@modelcontextprotocol/server'
import type { RpcError } from './tasks/ongoing-call.js'

export const invalidParams = -32_602

/** Errors of services. */
const relayed = new WeakSet<object>()

/** An error of a service, for its client as it is. */
export function relayedError({ code, message, data }: RpcError): ProtocolError {
  const error = new ProtocolError(code, message, data)
  relayed.add(error)
  return error
}

export const isErrorOfService = (thrown: unknown): boolean => relayed.has(thrown as object)

/** -32602 with the error of the contract as data. */
export const invalidParameters = (
  code: ErrorCode,
  text: Pick<ContractError, 'message'> & Partial<Pick<ContractError, 'suggestion'>>,
  more: Readonly<Record<string, unknown>> = {},
): ProtocolError => {
  const error = new GatewayError(code, text)
  return new ProtocolError(invalidParams, error.message, { ...error.toContract(), ...more })
}

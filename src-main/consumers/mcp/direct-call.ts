/**
 * Direct call: a fast path for a simple `tools/call` of a session, without the layers of the SDK.
 *
 * Guards that only the speed differs: a request with more than a name and arguments, and any tool but an action or a
 * read of a world, goes through the SDK. `test/integration/mcp-direct-calls.test.ts` compares both paths.
 */
import { isObject } from '@contract/json/json-object.js'
import type { JSONRPCMessage, JSONRPCResponse, Server } from '@modelcontextprotocol/server'
import type { CallSignal } from '../../gateway/ports/cancellation.js'
import { callerOf } from '../../network/http/authenticated-client.js'
import { clientNameIn, type ExchangeClient } from './exchange.js'
import { callWorld } from './handlers/tools.js'
import type { McpServerOptions } from './mcp-server.js'
import { type ResultReader, readerOf } from './result-form.js'

/** A request that both paths interpret in the same way. */
export interface PlainCall {
  readonly id: string | number
  readonly params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> }
}

/** Undefined for any other message, or one that needs the SDK's validation. Never throws. */
export function plainCallOf(message: unknown): PlainCall | undefined {
  if (!isObject(message) || message.method !== 'tools/call' || message.jsonrpc !== '2.0') return undefined
  const { id, params } = message
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
  if (!hasOnly(message, messageMembers) || !isObject(params) || typeof params.name !== 'string') return undefined
  const { arguments: given } = params
  // The SDK removes this member.
  if (
    !hasOnly(params, paramMembers) ||
    (given !== undefined && (!isObject(given) || Object.hasOwn(given, '__proto__')))
  )
    return undefined
  return message as unknown as PlainCall
}

const messageMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const paramMembers: ReadonlySet<string> = new Set(['name', 'arguments'])

function hasOnly(value: object, members: ReadonlySet<string>): boolean {
  for (const name in value) if (!members.has(name)) return false
  return true
}

/**
 * Handles a call; false when the SDK must handle it.
 *
 * @param respond called once, later; once more with an error when the first call throws
 */
export type HandleDirectly = (
  message: JSONRPCMessage,
  sessionId: string,
  signal: CallSignal,
  respond: (response: JSONRPCResponse) => void,
) => boolean

/** @param server has the client's introduction */
export function createDirectCalls(
  { gateway, log }: McpServerOptions,
  server: Server,
  exchangeClient: ExchangeClient,
): HandleDirectly {
  let caller: ReturnType<typeof callerOf> | undefined
  let reader: ResultReader = {}
  return (message, sessionId, signal, respond) => {
    const call = plainCallOf(message)
    if (!call) return false
    if (!caller) {
      const info = server.getClientVersion()
      const claim = { says: clientNameIn(info), otherwise: 'An MCP client', sessionId }
      caller = callerOf(exchangeClient.authenticated, claim)
      reader = readerOf(info)
    }
    const { id, params } = call
    const { name, arguments: given = {} } = params
    const { origin, maxWaitMs } = exchangeClient
    const context = {
      gateway,
      caller,
      signal,
      ...reader,
      ...(origin && { origin }),
      ...(maxWaitMs !== undefined && { maxWaitMs }),
    }
    const called = callWorld(name, given, context)
    called
      ?.then((result) => respond({ result, jsonrpc: '2.0', id }))
      .catch((error: unknown) => {
        log.error('a call failed in an unexpected way', { error: `${error}` })
        respond({ jsonrpc: '2.0', id, error: { code: internalError, message: 'Internal error' } })
      })
      .catch((error: unknown) => log.error('a response could not be sent', { error: `${error}` }))
    return called !== undefined
  }
}

/** Error code of JSON-RPC. */
const internalError = -32_603

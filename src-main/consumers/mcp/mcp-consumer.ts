/**
 * MCP consumer: `/mcp`, for clients of both protocol eras. See docs/protocol.md#mcp-endpoint.
 *
 * Every message is validated against the JSON-RPC schema first, and shows its era: legacy clients have a session each,
 * modern requests are stateless. One set of handlers serves both.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { callerOf } from '../../network/http/authenticated-client.js'
import { BodyQuota } from '../../network/http/body-quota.js'
import { waitIn, wrongWait } from '../../network/http/client-wait.js'
import type { RequestHead } from '../../network/http/exchange.js'
import { jsonBodyOf, readJsonBody, refusalOfBody } from '../../network/http/json-body.js'
import { refuseInJsonRpc } from '../../network/http/refusal.js'
import type { GuardedRoute } from '../../network/http/route.js'
import { createDirectCalls, plainCallOf } from './direct-call.js'
import { clientNameIn, type ExchangeClient, type ModernCalls } from './exchange.js'
import { isIntroductionTooLong, refuseLongIntroduction } from './introduction.js'
import { isMessage, requestIdIn } from './json-rpc.js'
import { createLegacySessions } from './legacy-sessions.js'
import { gatehouseLibrary } from './library.js'
import {
  createListenQuota,
  createServiceListening,
  listenLimits,
  withoutForbiddenResources,
} from './listen-services.js'
import { createMcpServer, type McpServerOptions } from './mcp-server.js'
import { ModernRequests } from './modern-requests.js'
import { createChangeBus } from './resources/change-bus.js'
import { onDidChangeServiceLists } from './service-library.js'
import { CallsAwaitingInput } from './tasks/calls-awaiting-input.js'
import { TaskList } from './tasks/task-list.js'
import { createToolList } from './tool-list.js'

/** The revision with POST only. */
const modernRevision = '2026-07-28'

export interface McpConsumerOptions extends McpServerOptions {
  /** Shared by all consumers of a listener. */
  readonly bodies?: BodyQuota
}

export function mcpConsumer(options: McpConsumerOptions): GuardedRoute {
  const { gateway, clock, log, connectedClients, library = gatehouseLibrary, bodies = new BodyQuota() } = options
  /** Subscribes before others do: a client that reads after a change gets the new list. */
  const list = createToolList(gateway.registry)
  const calls: ModernCalls = { tasks: new TaskList(clock), awaiting: new CallsAwaitingInput(clock) }
  /** Context of the current modern request: the SDK creates a server for each request, without our context. */
  const currentClient = new AsyncLocalStorage<ExchangeClient>()
  const onError = (error: Error) => log.warn('an MCP exchange failed', { error: error.message })
  const createServer = (exchangeClient: ExchangeClient) => {
    const server = createMcpServer(options, list, exchangeClient)
    return { server, handleDirectly: createDirectCalls(options, server, exchangeClient) }
  }
  const legacy = createLegacySessions({ clock, connectedClients, createServer, onError })
  const bus = createChangeBus(options)
  const listenToServices = createServiceListening({ gateway, library }, (uri) =>
    bus.publish({ kind: 'resource_updated', uri }),
  )
  const modern = createMcpHandler(
    () => {
      const exchangeClient = currentClient.getStore()
      if (!exchangeClient) throw new Error('The client of this request is unknown.')
      return createMcpServer(options, list, exchangeClient, calls)
    },
    { legacy: 'reject', maxSubscriptions: listenLimits.all, onerror: onError, bus },
  )
  const reserveListenSlot = createListenQuota()
  const requests = new ModernRequests()
  const handleModern = toNodeHandler(modern, { onerror: onError })

  const announce = (): void => {
    modern.notify.toolsChanged()
    legacy.announce((server) => server.sendToolListChanged())
  }
  const announceLists = (): void => {
    modern.notify.promptsChanged()
    modern.notify.resourcesChanged()
    legacy.announce((server) => server.sendPromptListChanged())
    legacy.announce((server) => server.sendResourceListChanged())
  }
  const endSubscriptions = [
    list.onDidChange(announce),
    gateway.onDidChangeRights(announce),
    onDidChangeServiceLists(gateway, announceLists),
  ]

  return {
    path: '/mcp',
    refuse: (response, refusal) => refuseInJsonRpc(response, refusal),
    async handle(request, response, authenticated) {
      if (request.method !== 'POST') {
        const { 'mcp-protocol-version': version } = request.headers
        return version === modernRevision
          ? currentClient.run({ authenticated }, () => handleModern(request as NodeRequest, response))
          : legacy.handle(request, response, authenticated)
      }
      const body = await readJsonBody(request, bodies.forRequest(authenticated.client, response))
      if (!body.ok) {
        log.warn('a body was refused', { why: body.why })
        return refuseBody(response, body.why)
      }
      if (Array.isArray(body.value)) return refuseInJsonRpc(response, { status: 200, error: noBatch }, -32_600)
      if (!isMessage(body.value)) {
        return refuseInJsonRpc(response, { status: 400, error: noMessage }, -32_600, requestIdIn(body.value))
      }
      if (isIntroductionTooLong(body.value)) return refuseLongIntroduction(response, body.value)
      const wait = waitIn(request)
      if (!wait) return refuseInJsonRpc(response, { status: 400, error: wrongWait }, -32_600, requestIdIn(body.value))
      if (authenticated.revoked.aborted) return
      if (requests.cancel(authenticated.client.id, request, body.value)) return void response.writeHead(202).end()
      if (isLegacy(request, body.value)) return legacy.handle(request, response, authenticated, body.value)
      connectedClients?.noteActivity({ clientId: authenticated.client.id, says: introductionIn(body.value) }, response)
      if (!reserveListenSlot(body.value, response, authenticated)) return
      const session = requests.begin(authenticated.client.id, request, body.value, response)
      const caller = callerOf(authenticated, nameless)
      const permitted = withoutForbiddenResources(body.value, library, caller, gateway)
      listenToServices(permitted, response, caller)
      return currentClient.run({ authenticated, ...wait, ...session }, () =>
        handleModern(request as NodeRequest, response, permitted),
      )
    },
    async onMessage(request, response, authenticated, text) {
      const room = bodies.forRequest(authenticated.client, response)(Buffer.byteLength(text))
      // The body was read completely, so the connection stays open.
      if (room !== 'free') return refuseInJsonRpc(response, { ...refusalOfBody(room), isUnread: false }, -32_600)
      const body = jsonBodyOf(text)
      if (!body.ok)
        return refuseInJsonRpc(response, refusalOfBody(body.why), body.why === 'not-json' ? -32_700 : -32_600)
      if (isIntroductionTooLong(body.value)) return refuseLongIntroduction(response, body.value)
      if (!waitIn(request)) return refuseInJsonRpc(response, { status: 400, error: wrongWait }, -32_600)
      if (!isLegacy(request, body.value)) return refuseInJsonRpc(response, { status: 400, error: overHttp }, -32_600)
      return legacy.handle(request, response, authenticated, body.value)
    },
    async close() {
      for (const end of endSubscriptions) end()
      list.close()
      calls.tasks.close()
      calls.awaiting.close()
      await Promise.all([modern.close(), legacy.close()])
    },
  }
}

/** The sender introduced by a modern request. */
function introductionIn(body: unknown): string | undefined {
  const asked = body as { readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> } } | null
  return clientNameIn(asked?.params?._meta?.[CLIENT_INFO_META_KEY])
}

/** A client's name decides nothing. */
const nameless = { says: undefined, otherwise: 'An MCP client' }

/** The same object, typed without `undefined` members. */
type NodeRequest = Parameters<ReturnType<typeof toNodeHandler>>[0]

/** Whether a session handles it; invalid JSON-RPC is refused by the modern handler. */
function isLegacy({ headers }: RequestHead, body: unknown): body is JSONRPCMessage {
  const headerOf = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(headerOf)
  if (headers['mcp-session-id'] !== undefined && isOfSession(version, method, name) && plainCallOf(body)) return true
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    body,
  })
  return kind === 'legacy'
}

/** Builds the schemas of messages, which the SDK does with the first one. */
export const prepareMessages = (): unknown =>
  isLegacy({ headers: {}, method: 'POST' }, { jsonrpc: '2.0', id: 1, method: 'ping' })

/** Modern requests never have these headers. */
const isOfSession = (version?: string, method?: string, name?: string): boolean =>
  method === undefined && name === undefined && (version === undefined || legacyRevisions.has(version))

const legacyRevisions: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS)

const noBatch = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Batches are not supported.',
  suggestion: 'Send one message at a time.',
})

const noMessage = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'The body is not a valid JSON-RPC message.',
  suggestion: 'Send one object with "jsonrpc": "2.0", a "method", and for a request an "id".',
})

const overHttp = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This is not a single message of a protocol revision with sessions.',
  suggestion: 'Send it over HTTP.',
})

function refuseBody(response: ServerResponse, why: Parameters<typeof refusalOfBody>[0]): void {
  refuseInJsonRpc(response, refusalOfBody(why), why === 'not-json' ? -32_700 : -32_600)
}

/**
 * MCP consumer: `/mcp`, for clients of both protocol eras. See docs/protocol.md#mcp-endpoint.
 *
 * Every message is held against the schema of JSON-RPC before anybody else sees it, and tells its era by itself: legacy
 * clients have a session each, modern requests stand alone. One set of handlers serves both.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import { GatewayError } from '../../contract/gateway-error.js'
import type { AuthenticatedClient } from '../../gateway/ports.js'
import { callerOf } from '../../http/authenticated-client.js'
import { BodyRoom } from '../../http/body-room.js'
import type { Asked } from '../../http/exchange.js'
import { jsonBodyOf, readJsonBody, refusalOfBody } from '../../http/json-body.js'
import { refuseInJsonRpc } from '../../http/refusal.js'
import type { GuardedRoute } from '../../http/route.js'
import { type Asker, type ModernCalls, saidBy } from './exchange.js'
import { isLongWinded, refuseLongWinded } from './introduction.js'
import { createLegacySessions } from './legacy-sessions.js'
import { gatehouseLibrary } from './library.js'
import { createListenPlaces, listenPlaces } from './listen-places.js'
import { withoutForbidden } from './listen-request.js'
import { createServiceListening } from './listen-services.js'
import { createMcpServer, type McpServerOptions } from './mcp-server.js'
import { createChangeBus } from './resources/change-bus.js'
import { onDidChangeServiceLists } from './service-library.js'
import { CallsAwaitingInput } from './tasks/calls-awaiting-input.js'
import { TaskList } from './tasks/task-list.js'
import { createToolList } from './tool-list.js'

/** The revision in which there is only POST. */
const modernRevision = '2026-07-28'

export interface McpConsumerOptions extends McpServerOptions {
  /** What all the consumers behind a door share. */
  readonly bodies?: BodyRoom
}

export function mcpConsumer(options: McpConsumerOptions): GuardedRoute {
  const { gateway, clock, log, guests, library = gatehouseLibrary, bodies = new BodyRoom() } = options
  /** Follows the registry before anybody hears of a change: who asks then gets the new one. */
  const list = createToolList(gateway.registry)
  const calls: ModernCalls = { tasks: new TaskList(clock), awaiting: new CallsAwaitingInput(clock) }
  /** Of the modern request that is being served: the SDK makes a server for each, and hands on nothing of ours. */
  const visiting = new AsyncLocalStorage<AuthenticatedClient>()
  const onError = (error: Error) => log.warn('an MCP exchange failed', { error: error.message })
  const createServer = (asker: Asker) => createMcpServer(options, list, asker)
  const legacy = createLegacySessions({ clock, guests, createServer, onError })
  const bus = createChangeBus(options)
  const listenToServices = createServiceListening({ gateway, library }, (uri) =>
    bus.publish({ kind: 'resource_updated', uri }),
  )
  const modern = createMcpHandler(
    () => {
      const authenticated = visiting.getStore()
      if (!authenticated) throw new Error('Nobody knows who asks.')
      return createMcpServer(options, list, { authenticated }, calls)
    },
    { legacy: 'reject', maxSubscriptions: listenPlaces.all, onerror: onError, bus },
  )
  const takeListenPlace = createListenPlaces()
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
          ? visiting.run(authenticated, () => handleModern(request as NodeRequest, response))
          : legacy.handle(request, response, authenticated)
      }
      const body = await readJsonBody(request, bodies.forRequest(authenticated.client, response))
      if (!body.ok) {
        log.warn('a body was refused', { why: body.why })
        return refuseBody(response, body.why)
      }
      if (Array.isArray(body.value)) return refuseInJsonRpc(response, { status: 200, error: noBatch }, -32_600)
      if (isLongWinded(body.value)) return refuseLongWinded(response, body.value)
      if (authenticated.revoked.aborted) return
      if (isLegacy(request, body.value)) return legacy.handle(request, response, authenticated, body.value)
      guests?.came({ clientId: authenticated.client.id, says: introductionIn(body.value) }, response)
      if (!takeListenPlace(body.value, response, authenticated)) return
      const caller = callerOf(authenticated, nameless)
      const permitted = withoutForbidden(body.value, library, caller, gateway)
      listenToServices(permitted, response, caller)
      return visiting.run(authenticated, () => handleModern(request as NodeRequest, response, permitted))
    },
    async hear(asked, answer, authenticated, text) {
      const room = bodies.forRequest(authenticated.client, answer)(Buffer.byteLength(text))
      // It has been read to its end: the line goes on.
      if (room !== 'free') return refuseInJsonRpc(answer, { ...refusalOfBody(room), isUnread: false }, -32_600)
      const body = jsonBodyOf(text)
      if (!body.ok) return refuseInJsonRpc(answer, refusalOfBody(body.why), body.why === 'not-json' ? -32_700 : -32_600)
      if (isLongWinded(body.value)) return refuseLongWinded(answer, body.value)
      if (!isLegacy(asked, body.value)) return refuseInJsonRpc(answer, { status: 400, error: overHttp }, -32_600)
      return legacy.handle(asked, answer, authenticated, body.value)
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

/** A modern request introduces who sends it. */
function introductionIn(body: unknown): string | undefined {
  const asked = body as { readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> } } | null
  return saidBy(asked?.params?._meta?.[CLIENT_INFO_META_KEY])
}

/** What a client calls itself decides nothing. */
const nameless = { says: undefined, otherwise: 'An MCP client' }

/** The same object, seen without `undefined` members. */
type NodeRequest = Parameters<ReturnType<typeof toNodeHandler>>[0]

/** Whether a session serves it; what is no JSON-RPC at all is refused by the modern side. */
function isLegacy({ headers }: Asked, body: unknown): body is JSONRPCMessage {
  const headerOf = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(headerOf)
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    body,
  })
  return kind === 'legacy'
}

const noBatch = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Batches are not supported.',
  suggestion: 'Send one message at a time.',
})

const overHttp = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This is no single message of a revision with sessions.',
  suggestion: 'Send it over HTTP.',
})

function refuseBody(response: ServerResponse, why: Parameters<typeof refusalOfBody>[0]): void {
  refuseInJsonRpc(response, refusalOfBody(why), why === 'not-json' ? -32_700 : -32_600)
}

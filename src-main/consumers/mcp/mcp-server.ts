/** MCP server: the handlers of `/mcp`, the same for every session and both protocol eras. */

import type { Caller } from '@contract/call.js'
import { instructions, mcpCapabilities, modernCapabilities, tasksExtension } from '@contract/instructions.js'
import { product } from '@contract/product.js'
import {
  type CallToolResult,
  type CompleteResult,
  type GetPromptResult,
  MissingRequiredClientCapabilityError,
  type ReadResourceResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ActivityRecorder } from '../../gateway/ports/connections.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { showsApps } from './apps.js'
import { type ExchangeClient, exchangeOf, type ModernCalls } from './exchange.js'
import { complete } from './handlers/completion.js'
import { getPrompt, listPrompts } from './handlers/prompts.js'
import { readResource, refuseUnlessAllowed, subscribeTo } from './handlers/resources.js'
import { callTool, listTools } from './handlers/tools.js'
import { gatehouseLibrary, type Library } from './library.js'
import { PlainErrorServer } from './plain-errors.js'
import { invalidParameters } from './protocol-errors.js'
import { onDidChangeResources } from './resources/listing.js'
import { createSessionWatch } from './resources/session-watch.js'
import {
  completeAtService,
  getServicePrompt,
  promptsOfServices,
  readServiceResource,
  resourcesOfServices,
  templatesOfServices,
} from './service-library.js'
import { declaresTasks } from './tasks/declares-tasks.js'
import type { Task, TaskList } from './tasks/task-list.js'
import { detailedTask } from './tasks/task-result.js'
import type { ToolList } from './tool-list.js'

export interface McpServerOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  /** Default: ours. */
  readonly library?: Library
  /** Records connected clients with their own names. */
  readonly connectedClients?: ActivityRecorder
}

/** Milliseconds that a modern client may cache a response. */
const [moment, hour] = [1_000, 3_600_000]
const cacheHints = {
  'tools/list': { ttlMs: 30_000, cacheScope: 'private' },
  'resources/list': { ttlMs: 30_000, cacheScope: 'private' },
  'resources/read': { ttlMs: moment, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 30_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: 30_000, cacheScope: 'private' },
  'server/discover': { ttlMs: hour, cacheScope: 'public' },
} as const

/**
 * @param list of tools; may be shared with other servers
 * @param modern calls of the consumer, for clients of revision 2026-07-28; sessions have none
 */
export function createMcpServer(
  { gateway, clock, log, library = gatehouseLibrary }: McpServerOptions,
  list: ToolList,
  exchangeClient: ExchangeClient,
  modern?: ModernCalls,
): Server {
  const info = { name: product.id, title: product.name, version: product.version }
  const capabilities = modern ? modernCapabilities : mcpCapabilities
  const server = new PlainErrorServer(info, { capabilities, instructions, cacheHints })
  server.origin = exchangeClient.origin
  const asked = (context: ServerContext) => ({
    gateway,
    clock,
    ...exchangeOf(server, context, clock, exchangeClient, modern),
  })

  const ownPrompts = new Set(library.prompts.map(({ name }) => name))
  server.setRequestHandler('tools/list', (_request, context) => {
    const exchange = asked(context)
    const shown = gateway.capabilitiesFor(exchange.caller)
    return { tools: listTools(list, gateway, shown, exchange, showsApps(exchange.capabilities)) }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    // The SDK's types do not include a task as a result, but it forwards one.
    return (await callTool(params.name, params.arguments, asked(context), log)) as CallToolResult
  })
  if (modern) handleTasks(server, modern.tasks, gateway, (context) => asked(context).caller)

  const watch = createSessionWatch(library, (uri) => void server.sendResourceUpdated({ uri }).catch(ignoreError))
  server.setRequestHandler('resources/list', (_request, context) => {
    const { caller, capabilities: declared } = asked(context)
    const ofServices = resourcesOfServices(gateway.capabilitiesFor(caller), showsApps(declared))
    return { resources: [...library.resourcesOf(gateway.serversFor(caller)), ...ofServices] }
  })
  server.setRequestHandler('resources/templates/list', (_request, context) => {
    const { caller, capabilities: declared } = asked(context)
    const ofServices = templatesOfServices(gateway.capabilitiesFor(caller), showsApps(declared))
    return { resourceTemplates: [...library.templates, ...ofServices] }
  })
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const ofService =
      library.writtenAs(params.uri) === undefined ? readServiceResource(params.uri, asked(context)) : undefined
    return ((await ofService) ?? readResource(params.uri, library, asked(context))) as ReadResourceResult
  })
  server.setRequestHandler('resources/subscribe', ({ params }, context) =>
    subscribeTo(params.uri, library, watch, asked(context)),
  )
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watch.delete(params.uri)
    return {}
  })

  server.setRequestHandler('prompts/list', (_request, context) => ({
    prompts: [
      ...listPrompts(library.prompts),
      ...promptsOfServices(gateway.capabilitiesFor(asked(context).caller), gateway.registry.capabilities(), ownPrompts),
    ],
  }))
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const ofService = getServicePrompt(params.name, params.arguments, ownPrompts, asked(context))
    return ((await ofService) ?? getPrompt(library.prompts, params.name, params.arguments)) as GetPromptResult
  })
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const ofService = completeAtService({ ...params }, ownPrompts, asked(context))
    return ((await ofService) ?? complete(params, library, asked(context))) as CompleteResult
  })

  server.oninitialized = () => {
    const endListing = onDidChangeResources(
      gateway.registry,
      () => void server.sendResourceListChanged().catch(ignoreError),
    )
    afterClose(server, () => {
      endListing()
      watch.end()
    })
  }
  return server
}

/** For a notification after the last listener has closed. */
const ignoreError = (): void => {}

/** The server's own `onclose` belongs to the code that opened the session. */
function afterClose({ transport }: Server, end: () => void): void {
  if (!transport) return end()
  const { onclose } = transport
  transport.onclose = () => {
    end()
    onclose?.()
  }
}

const params = z.looseObject({ taskId: z.string().max(128) })

/**
 * `tasks/get`, `tasks/update` and `tasks/cancel`, for clients with the extension.
 *
 * A task of another caller is unknown. A program that the owner has not allowed, or refused since, may only cancel.
 */
function handleTasks(
  server: Server,
  tasks: TaskList,
  gateway: Invoker,
  callerOf: (context: ServerContext) => Caller,
): void {
  const find = (taskId: string, context: ServerContext): Task => {
    if (!declaresTasks(context)) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } })
    }
    const task = tasks.find(taskId, callerOf(context))
    if (!task) throw invalidParameters('PROTOCOL.INVALID_REQUEST', { message: 'This client has no such task.' })
    return task
  }
  const findAllowed = (taskId: string, context: ServerContext): Task => {
    const task = find(taskId, context)
    refuseUnlessAllowed({ gateway, caller: callerOf(context) })
    return task
  }
  server.setRequestHandler('tasks/get', { params }, ({ taskId }, context) => detailedTask(findAllowed(taskId, context)))
  server.setRequestHandler('tasks/update', { params }, ({ taskId }, context) => {
    findAllowed(taskId, context).call.respond(context.mcpReq.inputResponses ?? {})
    return acknowledged
  })
  server.setRequestHandler('tasks/cancel', { params }, ({ taskId }, context) => {
    find(taskId, context).call.cancel()
    return acknowledged
  })
}

const acknowledged = { resultType: 'complete' }

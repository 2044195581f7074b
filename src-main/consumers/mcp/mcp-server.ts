/** MCP server: the handlers behind `/mcp`, the same for every session and both protocol eras. */
import { type CallToolResult, Server, type ServerContext } from '@modelcontextprotocol/server'
import { instructions, mcpCapabilities, modernCapabilities } from '../../contract/instructions.js'
import { product } from '../../contract/product.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { Guests } from '../../gateway/guests.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { type Asker, exchangeOf } from './exchange.js'
import { complete } from './handlers/completion.js'
import { getPrompt, listPrompts } from './handlers/prompts.js'
import { readResource, subscribeTo } from './handlers/resources.js'
import { declaresTasks, handleTasks } from './handlers/tasks.js'
import { callTool, listTools } from './handlers/tools.js'
import { gatehouseLibrary, type Library } from './library.js'
import { onDidChangeResources } from './resources/listing.js'
import { createSessionWatch } from './resources/session-watch.js'
import type { TaskList } from './tasks/task-list.js'
import type { ToolList } from './tool-list.js'

export interface McpServerOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  /** Ours when left out. */
  readonly library?: Library
  /** Takes down who is there, by the names they give themselves. */
  readonly guests?: Pick<Guests, 'came'>
}

/** Milliseconds that a client of the newer era may keep an answer. */
const [moment, hour] = [1_000, 3_600_000]
const cacheHints = {
  'tools/list': { ttlMs: 30_000, cacheScope: 'private' },
  'resources/list': { ttlMs: 30_000, cacheScope: 'private' },
  'resources/read': { ttlMs: moment, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: hour, cacheScope: 'public' },
  'prompts/list': { ttlMs: hour, cacheScope: 'public' },
  'server/discover': { ttlMs: hour, cacheScope: 'public' },
} as const

/**
 * @param list of the gateway's tools; it may be shared with other servers
 * @param tasks of the consumer, for clients of revision 2026-07-28; sessions have none
 */
export function createMcpServer(
  { gateway, clock, log, library = gatehouseLibrary }: McpServerOptions,
  list: ToolList,
  asker: Asker,
  tasks?: TaskList,
): Server {
  const info = { name: product.id, title: product.name, version: product.version }
  const capabilities = tasks ? modernCapabilities : mcpCapabilities
  const server = new Server(info, { capabilities, instructions, cacheHints })
  const asked = (context: ServerContext) => ({ gateway, clock, ...exchangeOf(server, context, clock, asker) })

  server.setRequestHandler('tools/list', (_request, context) => ({
    tools: listTools(list, gateway.capabilitiesFor(asked(context).caller)),
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const itsTasks = declaresTasks(context) ? tasks : undefined
    // The SDK's types know no task as a result; it passes one on.
    return (await callTool(params.name, params.arguments, asked(context), log, itsTasks)) as CallToolResult
  })
  if (tasks) handleTasks(server, tasks, (context) => asked(context).caller)

  const watch = createSessionWatch(library, (uri) => void server.sendResourceUpdated({ uri }).catch(unheard))
  server.setRequestHandler('resources/list', () => ({ resources: library.resourcesOf(gateway.registry.servers()) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...library.templates] }))
  server.setRequestHandler('resources/read', ({ params }, context) => readResource(params.uri, library, asked(context)))
  server.setRequestHandler('resources/subscribe', ({ params }, context) =>
    subscribeTo(params.uri, library, watch, asked(context)),
  )
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watch.delete(params.uri)
    return {}
  })

  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(library.prompts) }))
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(library.prompts, params.name, params.arguments))
  server.setRequestHandler('completion/complete', ({ params }, context) => complete(params, library, asked(context)))

  server.oninitialized = () => {
    const endListing = onDidChangeResources(
      gateway.registry,
      () => void server.sendResourceListChanged().catch(unheard),
    )
    afterClose(server, () => {
      endListing()
      watch.end()
    })
  }
  return server
}

/** Nobody listens any more. */
const unheard = (): void => {}

/** The server's own `onclose` belongs to whoever opened the session. */
function afterClose({ transport }: Server, end: () => void): void {
  if (!transport) return end()
  const { onclose } = transport
  transport.onclose = () => {
    end()
    onclose?.()
  }
}

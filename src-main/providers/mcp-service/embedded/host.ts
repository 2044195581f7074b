/**
 * Embedded host: runs a JavaScript module as a service, in its own process that can be killed.
 *
 * The module's default export is a function that receives the `config` of the service. It returns an MCP server, which
 * is any object with `connect(transport)`, or `{ tools }`: each with `name`, `description`, `inputSchema` and
 * `call(arguments)`.
 */
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/** Variable that carries the configuration; it is removed before the module is loaded. */
export const configVariable = 'GATEHOUSE_SERVICE_CONFIG'

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown; readonly protocolVersion?: unknown }
}

interface EmbeddedTool {
  readonly name: string
  readonly call: (given: unknown) => unknown
}

interface EmbeddedModule {
  readonly connect?: (transport: object) => Promise<void>
  readonly tools?: readonly EmbeddedTool[]
}

type Write = (message: object) => void

export async function hostModule(module: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const config: unknown = JSON.parse(environment[configVariable] ?? '{}')
  delete environment[configVariable]
  // Output of the module must not reach the message stream.
  const write: Write = (message) => void process.stdout.write(`${JSON.stringify(message)}\n`)
  console.log = console.error
  console.info = console.error
  console.debug = console.error
  const name = path.isAbsolute(module) ? pathToFileURL(module).href : module
  const loaded = (await import(name)) as { default?: unknown }
  const made = loaded.default
  const start = typeof made === 'function' ? made : (made as { default?: unknown } | undefined)?.default
  if (typeof start !== 'function') throw new Error('The default export of the module is not a function.')
  const embedded = (await start(config)) as EmbeddedModule
  if (typeof embedded?.connect === 'function') await embedded.connect(transportFor(write))
  else if (Array.isArray(embedded?.tools)) serveTools(embedded.tools, write)
  else throw new Error('The module returns neither a server nor tools.')
}

const lines = () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })

function transportFor(write: Write): object {
  const transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    async start() {
      lines()
        .on('line', (line) => transport.onmessage?.(JSON.parse(line)))
        .on('close', () => process.exit(0))
    },
    async send(message: object) {
      write(message)
    },
    async close() {
      process.exit(0)
    },
  }
  return transport
}

function serveTools(tools: readonly EmbeddedTool[], write: Write): void {
  const listed = tools.map(({ call: _call, ...tool }) => tool)
  async function resultFor({ method, params }: Message): Promise<object | undefined> {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'embedded', version: '1.0.0' },
        }
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: listed }
      case 'tools/call':
        return callTool(params?.name, params?.arguments)
      default:
        return undefined
    }
  }
  async function callTool(name: unknown, given: unknown): Promise<object | undefined> {
    const tool = tools.find((one) => one.name === name)
    if (!tool) return undefined
    try {
      const result = await tool.call(given ?? {})
      if (typeof result === 'object' && result !== null && 'content' in result) return result
      return { content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result ?? null) }] }
    } catch (thrown) {
      return {
        isError: true,
        content: [{ type: 'text', text: thrown instanceof Error ? thrown.message : `${thrown}` }],
      }
    }
  }
  lines()
    .on('line', async (line) => {
      const message = JSON.parse(line) as Message
      const { id } = message
      if (id === undefined) return
      const result = await resultFor(message)
      const end = result ? { result } : { error: { code: -32_601, message: `There is no such method or tool.` } }
      write({ jsonrpc: '2.0', id, ...end })
    })
    .on('close', () => process.exit(0))
}

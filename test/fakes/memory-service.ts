/** Memory service: an MCP service in this process; the test decides its lists, results and delays. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Adapter } from '../../src-main/providers/mcp-service/connection/adapters.js'
import { connect } from '../../src-main/providers/mcp-service/connection/connection.js'

type Params = Readonly<Record<string, unknown>>

export class MemoryService {
  tools: object[] = [{ name: 'get', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }]
  prompts: object[] = []
  resources: object[] = []
  templates: object[] = []
  /** Methods of the requests that came, the oldest first. */
  readonly requests: string[] = []
  starts = 0
  /** Thrown by the next starts. */
  readonly failures: Error[] = []
  /** What is sent for a call. */
  onCall = async (_params: Params): Promise<object> => ({ content: [{ type: 'text', text: 'got' }] })
  /** Waited for before a list is sent. */
  beforeList = async (): Promise<void> => {}
  #transport: MemoryTransport | undefined

  /** Reaches this service, whatever is configured. */
  readonly adapter: Adapter = async (_config, _parts, signal) => {
    this.starts += 1
    const failure = this.failures.shift()
    if (failure) throw failure
    const transport: MemoryTransport = new MemoryTransport((message) => this.#take(transport, message))
    this.#transport = transport
    const connected = await connect({ transport, signal })
    return { ...connected, isExpired: async (thrown) => thrown === forgotten, close: () => connected.client.close() }
  }

  /** The next call finds that the session is forgotten. */
  forgetSession(): void {
    if (this.#transport) this.#transport.isForgotten = true
  }

  announce(list: 'tools' | 'prompts' | 'resources' = 'tools'): void {
    this.#transport?.deliver({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` })
  }

  progress(progressToken: unknown, progress: number): void {
    const params = { progressToken: progressToken as number, progress }
    this.#transport?.deliver({ jsonrpc: '2.0', method: 'notifications/progress', params })
  }

  /** As when its process ends. */
  async crash(): Promise<void> {
    await this.#transport?.close()
  }

  async #take(transport: MemoryTransport, message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) || !('id' in message)) return
    const { id, method, params = {} } = message
    this.requests.push(method)
    const result = (await this.#resultOf(method, params)) as Record<string, unknown>
    transport.deliver({ jsonrpc: '2.0', id, result })
  }

  async #resultOf(method: string, params: Params): Promise<object> {
    if (method === 'initialize') {
      const capabilities = { tools: { listChanged: true }, prompts: {}, resources: {} }
      const { protocolVersion } = params
      return { protocolVersion, capabilities, serverInfo: { name: 'memory', version: '1.0.0' } }
    }
    if (method === 'tools/list') {
      const { tools } = this
      await this.beforeList()
      return { tools }
    }
    if (method === 'prompts/list') return { prompts: this.prompts }
    if (method === 'resources/list') return { resources: this.resources }
    if (method === 'resources/templates/list') return { resourceTemplates: this.templates }
    if (method === 'ping') return {}
    return this.onCall(params)
  }
}

const forgotten = new Error('the session is forgotten')

class MemoryTransport implements Transport {
  onclose?: () => void
  onmessage?: Transport['onmessage']
  isForgotten = false
  readonly #onSend: (message: JSONRPCMessage) => Promise<void>
  #isClosed = false

  constructor(onSend: (message: JSONRPCMessage) => Promise<void>) {
    this.#onSend = onSend
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isForgotten) throw forgotten
    queueMicrotask(() => void this.#onSend(message))
  }

  deliver(message: JSONRPCMessage): void {
    if (!this.#isClosed) queueMicrotask(() => this.onmessage?.(message))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onclose?.()
  }
}

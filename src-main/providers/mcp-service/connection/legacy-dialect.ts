/**
 * Legacy dialect: adapts a server of the older dialect to an MCP client. See docs/protocol.md#services-legacy.
 *
 * Translates requests to the methods of that dialect and responses to MCP. Requests it does not support get a response
 * here.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** The revision reported to the SDK: one that both of its eras treat as legacy. */
const protocolVersion = '2025-06-18'

const methods: Readonly<Record<string, string>> = {
  initialize: 'mcp/initialize',
  'tools/list': 'mcp/listTools',
  'tools/call': 'mcp/tool/execute',
  'resources/list': 'mcp/listResources',
  'resources/read': 'mcp/resource/read',
  // The dialect has no ping, so the smallest list is requested.
  ping: 'mcp/listTools',
}

/** Requests without a response yet. */
const maxWaiting = 1_000

export class LegacyDialect implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: Transport['onmessage']
  readonly #inner: Transport
  readonly #waiting = new Map<unknown, string>()

  constructor(inner: Transport) {
    this.#inner = inner
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message) => {
      const translated = this.#translated(message)
      if (translated) this.onmessage?.(translated)
    }
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) || !('id' in message)) return
    const { method, id } = message
    const theirs = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (theirs === undefined) {
      const error = { code: -32_601, message: `The dialect of this service does not support "${method}".` }
      queueMicrotask(() => this.onmessage?.({ jsonrpc: '2.0', id, error }))
      return
    }
    if (this.#waiting.size >= maxWaiting) this.#waiting.delete(this.#waiting.keys().next().value)
    this.#waiting.set(id, method)
    await this.#inner.send({ jsonrpc: '2.0', id, method: theirs, params: paramsFor(method, message.params ?? {}) })
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  #translated(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if (!('id' in message) || 'method' in message) return undefined
    const method = this.#waiting.get(message.id)
    if (method === undefined) return undefined
    this.#waiting.delete(message.id)
    return 'result' in message
      ? { jsonrpc: '2.0', id: message.id, result: resultOf(method, message.result) as Record<string, unknown> }
      : message
  }
}

function paramsFor(method: string, params: JsonObject): Record<string, unknown> {
  if (method === 'tools/call') return { toolId: params.name, inputs: params.arguments ?? {} }
  if (method === 'resources/read') return { resourceId: params.uri, query: {} }
  if (method === 'initialize') return { client: params.clientInfo, transports: ['stdio'] }
  return {}
}

function resultOf(method: string, result: unknown): JsonObject {
  switch (method) {
    case 'initialize': {
      const { name, version } = isObject(result) ? result : {}
      const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)
      return {
        protocolVersion,
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: text(name, 'service'), version: text(version, '0') },
      }
    }
    case 'tools/list':
      return { tools: listIn(result, 'tools').map(toolOf) }
    case 'resources/list':
      return { resources: listIn(result, 'resources').map(resourceOf) }
    case 'tools/call':
      return isObject(result) && Array.isArray(result.content) ? result : { content: [textOf(result)] }
    case 'resources/read':
      return isObject(result) && Array.isArray(result.contents)
        ? result
        : { contents: [{ uri: '', mimeType: 'application/json', text: textOf(result).text }] }
    default:
      return {}
  }
}

const listIn = (result: unknown, member: string): readonly unknown[] => {
  const list = isObject(result) ? result[member] : result
  return Array.isArray(list) ? list : []
}

function toolOf(sent: unknown): unknown {
  if (!isObject(sent)) return sent
  const { toolId, inputSchema = sent.parameters ?? sent.inputs, ...rest } = sent
  return { ...rest, name: toolId ?? sent.name, inputSchema: inputSchema ?? { type: 'object' } }
}

function resourceOf(sent: unknown): unknown {
  if (!isObject(sent)) return sent
  const { resourceId, ...rest } = sent
  return { ...rest, uri: resourceId ?? sent.uri, name: sent.name ?? resourceId }
}

const textOf = (result: unknown): { type: 'text'; text: string } => ({
  type: 'text',
  text: typeof result === 'string' ? result : JSON.stringify(result ?? null),
})

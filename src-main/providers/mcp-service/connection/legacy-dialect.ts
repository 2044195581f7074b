/**
 * Legacy dialect: adapts a server of the older dialect to an MCP client. See docs/protocol.md#services-legacy.
 *
 * Translates requests to the methods of that dialect and responses to MCP. Requests it does not support get a response
 * here. A resource that takes a query is also a template: the query string of its address becomes `query`.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject, parseJson } from '@contract/json/json-object.js'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** The revision reported to the SDK: one that both of its eras treat as legacy. */
const protocolVersion = '2025-06-18'

const methods: Readonly<Record<string, string>> = {
  initialize: 'mcp/initialize',
  'tools/list': 'mcp/listTools',
  'tools/call': 'mcp/tool/execute',
  'resources/list': 'mcp/listResources',
  'resources/templates/list': 'mcp/listResources',
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
  readonly #waiting = new Map<unknown, WaitingRequest>()
  /** Resource id → the schema of its query, as last listed. */
  #resources: ReadonlyMap<string, JsonObject> = new Map()

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
    const { params = {} } = message
    this.#waiting.set(id, { method, uri: params.uri })
    await this.#inner.send({ jsonrpc: '2.0', id, method: theirs, params: this.#paramsFor(method, params) })
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  #translated(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if (!('id' in message) || 'method' in message) return undefined
    const request = this.#waiting.get(message.id)
    if (request === undefined) return undefined
    this.#waiting.delete(message.id)
    if (!('result' in message)) return message
    if (request.method.startsWith('resources/') && request.method.endsWith('list')) this.#note(message.result)
    return { jsonrpc: '2.0', id: message.id, result: resultOf(request, message.result) as Record<string, unknown> }
  }

  #note(result: unknown): void {
    const listed = listIn(result, 'resources').filter(isObject)
    this.#resources = new Map(listed.map((one) => [`${resourceIdOf(one)}`, queryPropertiesOf(one)]))
  }

  #paramsFor(method: string, params: JsonObject): Record<string, unknown> {
    if (method === 'tools/call') return { toolId: params.name, inputs: params.arguments ?? {} }
    if (method === 'resources/read') return this.#readingOf(`${params.uri}`)
    if (method === 'initialize') return { client: params.clientInfo, transports: ['stdio'] }
    return {}
  }

  /** An id may have a question mark itself: then it is listed like that. */
  #readingOf(uri: string): Record<string, unknown> {
    const at = uri.indexOf('?')
    const resourceId = uri.slice(0, at)
    const properties = this.#resources.get(resourceId)
    if (at === -1 || this.#resources.has(uri) || !properties) return { resourceId: uri, query: {} }
    const given = new URLSearchParams(uri.slice(at + 1))
    const query = [...given.keys()].map((name) => [name, typed(given.get(name) ?? '', properties[name])])
    return { resourceId, query: Object.fromEntries(query) }
  }
}

interface WaitingRequest {
  readonly method: string
  /** Of the resource that is read. */
  readonly uri: unknown
}

/** A text of a query string, as the type that the schema of the query names. */
function typed(text: string, schema: unknown): unknown {
  const type = isObject(schema) ? schema.type : undefined
  return type === undefined || type === 'string' ? text : (parseJson(text) ?? text)
}

const resourceIdOf = (sent: JsonObject): unknown => sent.resourceId ?? sent.uri

function queryPropertiesOf({ querySchema }: JsonObject): JsonObject {
  const properties = isObject(querySchema) ? querySchema.properties : undefined
  return isObject(properties) ? properties : {}
}

function resultOf({ method, uri }: WaitingRequest, result: unknown): JsonObject {
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
    case 'resources/templates/list':
      return { resourceTemplates: listIn(result, 'resources').flatMap(templateOf) }
    case 'tools/call':
      return isObject(result) && Array.isArray(result.content) ? result : { content: [textOf(result)] }
    case 'resources/read':
      return isObject(result) && Array.isArray(result.contents)
        ? result
        : { contents: [{ uri, mimeType: 'application/json', text: textOf(result).text }] }
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

/** A resource with a query as a template of its addresses. */
function templateOf(sent: unknown): readonly unknown[] {
  if (!isObject(sent)) return []
  const { resourceId: _id, uri: _uri, querySchema: _schema, ...rest } = sent
  const names = Object.keys(queryPropertiesOf(sent)).map(encodeURIComponent)
  const id = resourceIdOf(sent)
  if (names.length === 0) return []
  return [{ ...rest, uriTemplate: `${id}{?${names.join(',')}}`, name: sent.name ?? id }]
}

const textOf = (result: unknown): { type: 'text'; text: string } => ({
  type: 'text',
  text: typeof result === 'string' ? result : JSON.stringify(result ?? null),
})

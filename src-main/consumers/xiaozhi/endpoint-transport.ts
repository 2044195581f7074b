/**
 * Endpoint transport: one connection to a XiaoZhi endpoint as the transport of an MCP server. See
 * docs/protocol.md#xiaozhi.
 *
 * The other side is the client. Its ids may repeat, so each request gets an id of our own, and its response the
 * original one. A repeated request in progress gets one response. The endpoint drops everything but responses, so
 * nothing else is sent. Enforces invariant 7: invalid requests are ignored, and pending ones are limited.
 */

import { bodyBounds, type JsonBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { parseObject } from '@contract/json/json-object.js'
import { product } from '@contract/product.js'
import { type JSONRPCMessage, Server, type Transport } from '@modelcontextprotocol/server'
import type { DeviceTools } from './device-tools.js'
import type { EndpointSession } from './endpoint-connection.js'

/** Maximum pending requests. */
export const maxRequests = 16
/** Maximum characters of an id: the endpoint makes them of a UUID and the id of a device. */
const maxIdLength = 256
/** Of a message: arguments have 16 KiB at most. */
const messageBounds: JsonBounds = { ...bodyBounds, values: 4_000, members: 2_000, shapes: 1_000 }

type DeviceRequestId = string | number

interface ReceivedRequest {
  readonly id: DeviceRequestId
  readonly text: string
}

type DeviceMessage = Readonly<Record<string, unknown>>

export class EndpointTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #write: (text: string) => void
  readonly #pending = new Map<number, ReceivedRequest>()
  #lastId = 0
  #closed = false

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  /** Whether no request is pending. */
  get isIdle(): boolean {
    return this.#pending.size === 0
  }

  async start(): Promise<void> {}

  /** @returns whether it is an `initialize` */
  receive(text: string): boolean {
    const message = messageIn(text)
    if (this.#closed || message === undefined || typeof message.method !== 'string') return false
    if (!('id' in message)) {
      this.#notify(message)
      return false
    }
    const { id } = message
    if (!isId(id) || this.#isRepeated(id, text)) return false
    if (this.#pending.size >= maxRequests) {
      this.#write(JSON.stringify({ jsonrpc: '2.0', id, error: tooMany }))
      return false
    }
    this.#lastId += 1
    this.#pending.set(this.#lastId, { id, text })
    this.onmessage?.({ ...message, jsonrpc: '2.0', id: this.#lastId } as JSONRPCMessage)
    return message.method === 'initialize'
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || typeof message.id !== 'number') return
    const request = this.#pending.get(message.id)
    if (!request) return
    this.#pending.delete(message.id)
    this.#write(JSON.stringify({ ...message, id: request.id }))
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#pending.clear()
    this.onclose?.()
  }

  #isRepeated(id: DeviceRequestId, text: string): boolean {
    return [...this.#pending.values()].some((request) => request.id === id && request.text === text)
  }

  /** Only a cancellation matters here; it names the device's id. */
  #notify(message: DeviceMessage): void {
    if (message.method !== 'notifications/cancelled') {
      if (message.method === 'notifications/initialized') this.onmessage?.({ jsonrpc: '2.0', method: message.method })
      return
    }
    const cancelled = (message.params as { requestId?: unknown } | null | undefined)?.requestId
    for (const [ours, { id }] of this.#pending) {
      if (id !== cancelled) continue
      this.onmessage?.({ jsonrpc: '2.0', method: message.method, params: { requestId: ours } })
    }
  }
}

const isId = (id: unknown): id is DeviceRequestId =>
  typeof id === 'string' ? id.length <= maxIdLength : typeof id === 'number' && Number.isFinite(id)

/** Undefined for anything but a single JSON object within the limits. */
function messageIn(text: string): DeviceMessage | undefined {
  return jsonExcess(text, messageBounds) ? undefined : parseObject(text)
}

const tooMany = { code: -32_000, message: 'Too many requests at once.' }

/**
 * The MCP server on one connection to an endpoint. See docs/protocol.md#xiaozhi-tools.
 *
 * Tools only: device services read no resources, and drop everything but responses. A device service may initialize
 * again, or call without it, on a reused connection.
 */
export function openDeviceSession(
  tools: Pick<DeviceTools, 'list' | 'call'>,
  send: (text: string) => void,
  onError: (error: Error) => void,
): EndpointSession {
  const server = new Server({ name: product.id, version: product.version }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.list()] }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    tools.call(params.name, params.arguments ?? {}, mcpReq.signal),
  )
  server.onerror = onError
  const transport = new EndpointTransport(send)
  const ready = server.connect(transport)
  ready.catch(onError)
  return {
    receive: (text) => transport.receive(text),
    get isIdle() {
      return transport.isIdle
    },
    end: () => void server.close().catch(onError),
  }
}

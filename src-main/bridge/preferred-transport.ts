/**
 * Preferred transport: the multiplexed connection where available, else HTTP.
 *
 * Opening the connection never delays a message: it opens in parallel, and until then, or when it was lost, messages go
 * over HTTP, which also reports errors.
 */
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import { maxMultiplexedBytes } from '@contract/local/multiplexed-message.js'
import type { GatewayReply, GatewayTransport, OutgoingMessage } from './gateway-transport.js'
import { MultiplexedConnection } from './multiplexed-connection.js'
import { isSameGateway } from './session-link.js'

export class PreferredTransport implements GatewayTransport {
  readonly #http: GatewayTransport
  readonly #room: () => Promise<void> | undefined
  #gateway: GatewayEndpoint | undefined
  #line: MultiplexedConnection | undefined
  /** Whether the connection was requested, or is not supported. */
  #asked = false

  /** @param room resolves when the client accepts more; `undefined` when it does now */
  constructor(http: GatewayTransport, room: () => Promise<void> | undefined) {
    this.#http = http
    this.#room = room
  }

  async exchange(sending: OutgoingMessage): Promise<GatewayReply> {
    const reply = canMultiplex(sending) ? await this.#lineTo(sending.gateway)?.exchange(sending) : undefined
    return reply ?? this.#http.exchange(sending)
  }

  #lineTo(gateway: GatewayEndpoint): MultiplexedConnection | undefined {
    if (this.#gateway === undefined || !isSameGateway(this.#gateway, gateway)) {
      this.#gateway = gateway
      this.#line = undefined
      this.#asked = false
    }
    if (this.#line?.isOpen) return this.#line
    if (this.#line !== undefined) this.#asked = false
    this.#line = undefined
    if (!this.#asked) void this.#ask(gateway)
    return undefined
  }

  async #ask(gateway: GatewayEndpoint): Promise<void> {
    this.#asked = true
    const line = await MultiplexedConnection.open(gateway, this.#room)
    if (this.#gateway === gateway) this.#line = line
    else line?.close()
  }
}

/**
 * Messages before the session need no speed; the stateless era needs HTTP headers and cancels by closing the
 * connection.
 */
const canMultiplex = ({ method, headers, body = '' }: OutgoingMessage): boolean =>
  method === 'POST' &&
  headers['MCP-Session-Id'] !== undefined &&
  headers['Mcp-Method'] === undefined &&
  Buffer.byteLength(body) <= maxMultiplexedBytes

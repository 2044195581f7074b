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
  readonly #whenWritable: () => Promise<void> | undefined
  #gateway: GatewayEndpoint | undefined
  #connection: MultiplexedConnection | undefined
  /** Whether the connection was requested, or is not supported. */
  #isRequested = false

  /** @param whenWritable resolves when the client accepts more; `undefined` when it does now */
  constructor(http: GatewayTransport, whenWritable: () => Promise<void> | undefined) {
    this.#http = http
    this.#whenWritable = whenWritable
  }

  async exchange(sending: OutgoingMessage): Promise<GatewayReply> {
    const reply = canMultiplex(sending) ? await this.#connectionTo(sending.gateway)?.exchange(sending) : undefined
    return reply ?? this.#http.exchange(sending)
  }

  #connectionTo(gateway: GatewayEndpoint): MultiplexedConnection | undefined {
    if (this.#gateway === undefined || !isSameGateway(this.#gateway, gateway)) {
      this.#gateway = gateway
      this.#connection = undefined
      this.#isRequested = false
    }
    if (this.#connection?.isOpen) return this.#connection
    if (this.#connection !== undefined) this.#isRequested = false
    this.#connection = undefined
    if (!this.#isRequested) void this.#connect(gateway)
    return undefined
  }

  async #connect(gateway: GatewayEndpoint): Promise<void> {
    this.#isRequested = true
    const connection = await MultiplexedConnection.open(gateway, this.#whenWritable)
    if (this.#gateway === gateway) this.#connection = connection
    else connection?.close()
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

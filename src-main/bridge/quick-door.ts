/**
 * Quick door: the line where there is one, HTTP everywhere else.
 *
 * Guards that a line is never waited for: it is opened beside the first messages, and where the gateway knows none, or
 * it was lost, everything goes over HTTP, which also finds out what is wrong.
 */
import type { GatewayEndpoint } from '../contract/endpoint-file.js'
import { longestOnLine } from '../contract/gateway-line.js'
import { GatewayLine } from './gateway-line.js'
import type { Door, Reply, Sending } from './reply.js'
import { sameGateway } from './session-link.js'

export class QuickDoor implements Door {
  readonly #http: Door
  readonly #room: () => Promise<void> | undefined
  #gateway: GatewayEndpoint | undefined
  #line: GatewayLine | undefined
  /** Whether this gateway is being asked for a line, or has none. */
  #asked = false

  /** @param room settles when the client takes more; `undefined` when it does now */
  constructor(http: Door, room: () => Promise<void> | undefined) {
    this.#http = http
    this.#room = room
  }

  async exchange(sending: Sending): Promise<Reply> {
    const reply = mayGoOnLine(sending) ? await this.#lineTo(sending.gateway)?.exchange(sending) : undefined
    return reply ?? this.#http.exchange(sending)
  }

  #lineTo(gateway: GatewayEndpoint): GatewayLine | undefined {
    if (this.#gateway === undefined || !sameGateway(this.#gateway, gateway)) {
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
    const line = await GatewayLine.open(gateway, this.#room)
    if (this.#gateway === gateway) this.#line = line
    else line?.close()
  }
}

/** Before a session begins nothing is in a hurry; the newer era says by hanging up, and in headers, what HTTP knows. */
const mayGoOnLine = ({ method, headers, body = '' }: Sending): boolean =>
  method === 'POST' &&
  headers['MCP-Session-Id'] !== undefined &&
  headers['Mcp-Method'] === undefined &&
  Buffer.byteLength(body) <= longestOnLine

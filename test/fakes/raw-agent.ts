/**
 * Raw agent: the agent side of the contract, written by hand, so that it can break every rule of it.
 *
 * It sends only what a test orders, and records every frame it receives.
 */
import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface RawFrame {
  readonly id: string
  readonly type: string
  readonly payload?: { readonly capabilityId: string; readonly parameters: Record<string, unknown> }
  readonly authentication?: { readonly token: string }
  readonly [name: string]: unknown
}

export interface RawAgentOptions {
  /** A free one when left out. */
  readonly port?: number
  /** 127.0.0.1 when left out. */
  readonly host?: string
  /** Serves `wss:` with this certificate. */
  readonly identity?: { readonly key: string; readonly cert: string }
}

const timestamp = '2026-01-19T10:30:00Z'
let lastId = 0
const nextId = () => `raw-${++lastId}`

export class RawAgent {
  readonly #server: ReturnType<typeof createPlainServer>
  readonly #scheme: 'ws' | 'wss'
  readonly #frames: RawFrame[] = []
  readonly #waiting = new Set<() => void>()
  readonly #open = new Set<WebSocket>()
  #socket: WebSocket | undefined
  /** Connections there have been. */
  connections = 0
  /** What it offers, in its acknowledgement. */
  capabilities: unknown[] = [{ id: 'player.list', version: '1.0.0', type: 'context' }]
  info: Record<string, unknown> = { id: 'raw', name: 'Raw', version: '1.0.0' }
  config: Record<string, unknown> = { heartbeatInterval: 30_000, reconnectDelay: 1_000 }
  /** Handles a registration; acknowledges it by default. */
  onRegister: (frame: RawFrame) => void = (frame) => this.acknowledge(frame)
  /** Handles a request; responds by default. */
  onRequest: (frame: RawFrame) => void = (frame) => this.respond(frame)
  /** Handles a heartbeat; acknowledges it by default. */
  onHeartbeat: (frame: RawFrame) => void = (frame) => this.send({ type: 'heartbeat_ack', correlationId: frame.id })

  private constructor({ identity }: RawAgentOptions) {
    this.#scheme = identity ? 'wss' : 'ws'
    this.#server = identity ? createSecureServer(identity) : createPlainServer()
    this.#server.on('tlsClientError', () => {})
    new WebSocketServer({ server: this.#server, perMessageDeflate: false }).on('connection', (socket) => {
      this.connections += 1
      this.#socket = socket
      this.#open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#open.delete(socket)
        this.#wake()
      })
      socket.on('message', (data) => this.#receive(JSON.parse(data.toString()) as RawFrame))
      this.#wake()
    })
  }

  static async listen(options: RawAgentOptions = {}): Promise<RawAgent> {
    const agent = new RawAgent(options)
    agent.#server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
    await once(agent.#server, 'listening')
    return agent
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get address(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`
  }

  /** Sends a frame with a fresh id and a time, unless the frame brings its own. */
  send(frame: object): void {
    this.sendText(JSON.stringify({ id: nextId(), timestamp, ...frame }))
  }

  sendText(text: string): void {
    this.#socket?.send(text)
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket?.send(bytes, { binary: true })
  }

  acknowledge(frame: RawFrame, change: object = {}): void {
    this.send({
      type: 'register_ack',
      correlationId: frame.id,
      success: true,
      sessionId: 'session-1',
      agentInfo: this.info,
      config: this.config,
      capabilities: this.capabilities,
      ...change,
    })
  }

  respond(frame: RawFrame, payload: object = { success: true, data: { players: [], online: 0, max: 20 } }): void {
    this.send({ type: 'response', correlationId: frame.id, payload })
  }

  /** Reads nothing any more on this connection, so that what it is sent piles up; returns the function that ends that. */
  stopReading(): () => void {
    const socket = this.#socket
    socket?.pause()
    return () => socket?.resume()
  }

  /** Drops the connection without a close frame, as a crashed process does. */
  vanish(): void {
    this.#socket?.terminate()
  }

  /** Resolves when the condition holds; looked at after each frame and each connection that comes or goes. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** The next frame of this type that was not returned yet. */
  async next(type: string): Promise<RawFrame> {
    await this.until(() => this.#frames.some((frame) => frame.type === type))
    const at = this.#frames.findIndex((frame) => frame.type === type)
    const [frame] = this.#frames.splice(at, 1)
    if (!frame) throw new Error(`No ${type}`)
    return frame
  }

  /** Connections that are open. */
  get open(): number {
    return this.#open.size
  }

  /** Waits until the other side has closed every connection, then stops listening. */
  async close(): Promise<void> {
    await this.until(() => this.open === 0)
    await this.closeNow()
  }

  /** Closes every connection and stops listening. */
  async closeNow(): Promise<void> {
    for (const socket of this.#open) socket.terminate()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #receive(frame: RawFrame): void {
    this.#frames.push(frame)
    if (frame.type === 'register') this.onRegister(frame)
    if (frame.type === 'request') this.onRequest(frame)
    if (frame.type === 'heartbeat') this.onHeartbeat(frame)
    this.#wake()
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look()
  }
}

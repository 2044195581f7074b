/**
 * Hostile endpoint: the server of a voice device that Gatehouse dials, which sends whatever a case writes.
 *
 * The handshake is a real one; frames are written by hand, so that they can be forged or unfinished.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { FrameOptions } from './raw-websocket.js'
import { opcodes, webSocketFrame } from './raw-websocket.js'

const path = '/mcp_endpoint/mcp/'
const maxResponseBytes = 16 * 1_024 * 1_024

/** A frame of a server. */
export const serverFrame = (opcode: number, payload: string | Buffer = '', options: FrameOptions = {}): Buffer =>
  webSocketFrame(opcode, payload, { ...options, masked: false })

export interface ReceivedCall {
  readonly id: unknown
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly tools?: readonly object[] }
  readonly error?: { readonly code: number; readonly message: string }
}

/** One connection that Gatehouse made. */
export class EndpointCall {
  readonly socket: Socket
  /** Of the address that was dialled. */
  readonly token: string
  readonly received: ReceivedCall[] = []
  #lastId = 0

  constructor(socket: Socket, token: string) {
    this.socket = socket
    this.token = token
    socket.on('error', () => {})
  }

  get isOpen(): boolean {
    return !this.socket.destroyed
  }

  /** Resolves once the socket has accepted it or is closed. */
  raw(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.destroyed) return resolve()
      const done = (): void => {
        this.socket.off('close', done)
        resolve()
      }
      this.socket.once('close', done)
      this.socket.write(bytes, done)
    })
  }

  text(message: string): Promise<void> {
    return this.raw(serverFrame(opcodes.text, message))
  }

  /** A JSON-RPC request with an id of its own, unless it brings one. */
  request(method: string, params: unknown = {}, more: object = {}): Promise<void> {
    this.#lastId += 1
    return this.text(JSON.stringify({ jsonrpc: '2.0', id: `e-${this.#lastId}`, method, params, ...more }))
  }

  call(name: string, given: unknown = {}, more: object = {}): Promise<void> {
    return this.request('tools/call', { name, arguments: given }, more)
  }
}

export class HostileEndpoint {
  readonly #http = createServer((_request, response) => response.end())
  readonly #sockets = new Set<Socket>()
  /** Attempts of Gatehouse to connect. */
  dials = 0
  /** In place of the handshake. @returns whether the attempt was taken */
  onDial: ((request: IncomingMessage, socket: Socket) => boolean) | undefined
  #onCall: (call: EndpointCall) => void = () => {}

  static async start(): Promise<HostileEndpoint> {
    const endpoint = new HostileEndpoint()
    endpoint.#http.listen(0, '127.0.0.1')
    await once(endpoint.#http, 'listening')
    return endpoint
  }

  private constructor() {
    const server = new WebSocketServer({ noServer: true, autoPong: false, maxPayload: maxResponseBytes })
    this.#http.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
      socket.on('error', () => {})
    })
    this.#http.on('upgrade', (request, socket, head) => {
      this.dials += 1
      if (this.onDial?.(request, socket as Socket)) return
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const call = new EndpointCall(socket as Socket, `${request.url}`.split('token=')[1] ?? '')
        webSocket.on('error', () => {})
        webSocket.on('message', (data) => call.received.push(JSON.parse(`${data as Buffer}`) as ReceivedCall))
        this.#onCall(call)
      })
    })
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port
  }

  /** The same place with another token is another address of the same voice device. */
  address(token: string): string {
    return `ws://127.0.0.1:${this.port}${path}?token=${token}`
  }

  /** Every later connection behaves so. */
  follows(onCall: (call: EndpointCall) => void): void {
    this.#onCall = onCall
  }

  /** All connections are closed, and later ones are accepted without further behaviour. */
  reset(): void {
    this.onDial = undefined
    this.#onCall = () => {}
    for (const socket of this.#sockets) socket.destroy()
  }

  async stop(): Promise<void> {
    this.reset()
    this.#http.close()
    await once(this.#http, 'close')
  }
}

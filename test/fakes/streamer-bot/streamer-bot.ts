/**
 * Model of the WebSocket server of Streamer.bot, from its documentation (Streamerbot/docs 5e6c9c84) and the source of
 * @streamerbot/client 2.0.1: it says Hello first, with a challenge when it has a password; a password is enforced for
 * every request only when the streamer says so; it sends only events that were subscribed to.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { StreamerBotEvent } from './chat-events.js'

export interface StreamerBotOptions {
  readonly port?: number
  readonly password?: string
  /** Whether every request needs the password; default: only privileged ones. */
  readonly enforces?: boolean
  /** What GetBroadcaster says; default: Nova on Twitch, YouTube and Kick. Twitch's own id is a number there. */
  readonly platforms?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Categories of events that this version knows. */
  readonly knows?: readonly string[]
}

export const ownAccounts = {
  twitch: {
    broadcastUser: 'Nova',
    broadcastUserName: 'nova',
    broadcastUserId: 695682330,
    broadcasterIsAffiliate: true,
    broadcasterIsPartner: false,
    botUser: 'NovaBot',
    botUserName: 'novabot',
    botUserId: '682553973',
  },
  youtube: { broadcastUserName: 'Nova', broadcastUserId: 'UCnova', broadcastUserProfileImage: '' },
  kick: {
    broadcasterLogin: 'nova',
    broadcasterUserName: 'Nova',
    broadcasterUserId: '5081399',
    broadcasterProfileUrl: '',
  },
} as const

interface Client {
  readonly socket: WebSocket
  readonly challenge: string
  isAuthenticated: boolean
  readonly events: Set<string>
}

const salt = 'c2FsdA=='
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

export class StreamerBot {
  readonly #server: WebSocketServer
  readonly #options: StreamerBotOptions
  readonly #clients = new Set<Client>()
  readonly #onSubscribed: (() => void)[] = []
  readonly #onConnected: (() => void)[] = []
  readonly #onDisconnected: (() => void)[] = []
  /** Names of the requests that arrived, in order. */
  readonly requests: string[] = []
  /** Every frame that arrived. */
  readonly received: string[] = []
  /** Whether it says Hello, as the real one does. */
  greets = true
  platforms: Readonly<Record<string, Readonly<Record<string, unknown>>>>

  private constructor(server: WebSocketServer, options: StreamerBotOptions) {
    this.#server = server
    this.#options = options
    this.platforms = options.platforms ?? ownAccounts
    server.on('connection', (socket) => this.#accept(socket))
  }

  static async start(options: StreamerBotOptions = {}): Promise<StreamerBot> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: options.port ?? 0 })
    await once(server, 'listening')
    return new StreamerBot(server, options)
  }

  get address(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  get connections(): number {
    return this.#clients.size
  }

  /** Resolves when a client has subscribed to the chat. */
  subscribed(): Promise<void> {
    if ([...this.#clients].some(({ events }) => events.size > 0)) return Promise.resolve()
    return new Promise((resolve) => this.#onSubscribed.push(resolve))
  }

  /** Resolves when a client has connected. */
  connected(): Promise<void> {
    return this.connections > 0 ? Promise.resolve() : new Promise((resolve) => this.#onConnected.push(resolve))
  }

  /** Resolves when no client is connected. */
  disconnected(): Promise<void> {
    return this.connections === 0 ? Promise.resolve() : new Promise((resolve) => this.#onDisconnected.push(resolve))
  }

  /** To those who subscribed to it. */
  say({ event, data }: StreamerBotEvent): void {
    const text = JSON.stringify({ timeStamp: new Date().toISOString(), event, data })
    for (const { socket, events } of this.#clients) if (events.has(`${event.source}.${event.type}`)) socket.send(text)
  }

  /** Anything, to everybody. */
  sayRaw(text: string | Buffer): void {
    for (const { socket } of this.#clients) socket.send(text)
  }

  /** Drops every connection without a close frame, as when the program ends. */
  dropAll(): void {
    for (const { socket } of this.#clients) socket.terminate()
  }

  async stop(): Promise<void> {
    this.dropAll()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(socket: WebSocket): void {
    const client: Client = {
      socket,
      challenge: `Y2hhbGxlbmdl${this.requests.length}`,
      isAuthenticated: false,
      events: new Set(),
    }
    this.#clients.add(client)
    for (const resolve of this.#onConnected.splice(0)) resolve()
    socket.on('close', () => {
      this.#clients.delete(client)
      if (this.connections === 0) for (const resolve of this.#onDisconnected.splice(0)) resolve()
    })
    socket.on('error', () => {})
    socket.on('message', (data) => this.#receive(client, `${data as Buffer}`))
    if (!this.greets) return
    const { password } = this.#options
    const info = {
      instanceId: '0f9a',
      name: 'Streamer.bot',
      version: '1.0.4',
      os: 'windows',
      mode: 'ui',
      source: 'websocketServer',
    }
    const authentication = password === undefined ? {} : { authentication: { salt, challenge: client.challenge } }
    socket.send(
      JSON.stringify({ timestamp: new Date().toISOString(), session: 'a1', request: 'Hello', info, ...authentication }),
    )
  }

  #receive(client: Client, text: string): void {
    const request = JSON.parse(text) as { request: string; id: string; authentication?: string; events?: object }
    this.received.push(text)
    this.requests.push(request.request)
    const answer = (members: object): void =>
      client.socket.send(JSON.stringify({ status: 'ok', ...members, id: request.id }))
    const fail = (error: string): void => answer({ status: 'error', error })
    const { password, enforces, knows = ['Twitch', 'YouTube', 'Kick'] } = this.#options
    if (request.request === 'Authenticate') {
      const right = sha256(`${sha256(`${password}${salt}`)}${client.challenge}`)
      client.isAuthenticated = password !== undefined && request.authentication === right
      return client.isAuthenticated ? answer({}) : fail('Authentication failed')
    }
    if (password !== undefined && enforces && !client.isAuthenticated) return fail('Authentication required')
    switch (request.request) {
      case 'GetBroadcaster':
        return answer({ platforms: this.platforms, connected: Object.keys(this.platforms), disconnected: [] })
      case 'Subscribe': {
        const wanted = Object.entries(request.events ?? {}) as [string, string[]][]
        const unknown = wanted.find(([source]) => !knows.includes(source))
        if (unknown) return fail(`Unknown event source ${unknown[0]}`)
        for (const [source, types] of wanted) for (const type of types) client.events.add(`${source}.${type}`)
        answer({ events: request.events })
        for (const resolve of this.#onSubscribed.splice(0)) resolve()
        return
      }
      default:
        return fail('Unknown request')
    }
  }
}

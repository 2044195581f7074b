/**
 * Discord model: what the public documentation of Discord (API version 10) says about the gateway and the REST interface,
 * as far as the bot uses them. The library that talks to it is the real one; no real Discord was ever reached.
 *
 * Gateway: Hello, Identify, Ready, Guild Create, heartbeats, Resume with replay of missed events, Invalid Session, and
 * close code 4004 for a wrong token. REST: gateway of the bot, messages with nonces, commands of a server, responses to
 * interactions (one each), limits of rate, and errors for a missing permission.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface ModelMessage {
  readonly id: string
  readonly channelId: string
  content: string
  components: readonly { readonly components: readonly { readonly custom_id: string; readonly label: string }[] }[]
  readonly flags: number
  readonly allowedMentions: unknown
  edits: number
}

interface Session {
  readonly id: string
  /** Dispatched events, by sequence. */
  readonly events: { readonly op: 0; readonly t: string; readonly s: number; readonly d: unknown }[]
  socket: WebSocket | undefined
}

export interface Reply {
  readonly interactionId: string
  readonly type: number
  readonly flags: number
  content?: string
}

export interface ModelUser {
  readonly id: string
  readonly username: string
  readonly global_name?: string
  readonly bot?: boolean
}

export const ids = {
  application: '1000000000000000001',
  guild: '2000000000000000001',
  otherGuild: '2000000000000000002',
  channel: '3000000000000000001',
  otherChannel: '3000000000000000002',
  moderators: '4000000000000000001',
} as const

export const permissionBits = { ViewChannel: 1n << 10n, SendMessages: 1n << 11n } as const

const dispatch = 0

export class DiscordModel {
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #sessions = new Map<string, Session>()
  readonly messages: ModelMessage[] = []
  readonly replies: Reply[] = []
  /** Names of the commands of the server, with those of others. */
  readonly commands = new Set<string>(['other-command'])
  /** Identify and Resume, as they came. */
  readonly arrivals: ('identify' | 'resume')[] = []
  /** Method and path of each request. */
  readonly requests: string[] = []
  readonly #nonces = new Map<string, ModelMessage>()
  readonly #responded = new Set<string>()
  #token = 'right-token'
  #nextId = 5_000_000_000_000_000_000n
  /** Permissions of @everyone in the channel of the cards. */
  everyone = 0n
  /** Permissions of the bot there. */
  bot = permissionBits.ViewChannel | permissionBits.SendMessages
  isInGuild = true
  /** The next posts that are refused because too many came, with seconds to wait. */
  readonly limited: number[] = []
  /** The next posts are done, but the response is lost. */
  lostResponses = 0
  /** Whether it still waits for responses to interactions: three seconds after each. */
  isWaitingForResponses = true
  /** The next posts fail before anything is done. */
  failures = 0

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
    this.#sockets = new WebSocketServer({ server: this.#server })
    this.#sockets.on('connection', (socket) => this.#greet(socket))
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get api(): string {
    return `http://127.0.0.1:${this.#port}/api`
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#sockets.close()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The owner resets the token in the developer portal: sessions end. */
  revokeToken(): void {
    this.#token = 'another-token'
    for (const { socket } of this.#sessions.values()) socket?.close(4004, 'Authentication failed.')
    this.#sessions.clear()
  }

  /** The connection is cut without a closing handshake. */
  cut(): void {
    for (const session of this.#sessions.values()) {
      session.socket?.terminate()
      session.socket = undefined
    }
  }

  /** Discord no longer knows the sessions, and says so when they resume. */
  forgetSessions(): void {
    this.cut()
    this.#sessions.clear()
  }

  get isConnected(): boolean {
    return [...this.#sessions.values()].some(({ socket }) => socket !== undefined)
  }

  /** Sends an event to the bot; to one whose connection is cut, when it resumes. */
  emit(t: string, d: unknown): void {
    for (const session of this.#sessions.values()) this.#dispatch(session, t, d)
  }

  changeChannel(): void {
    this.emit('CHANNEL_UPDATE', { ...this.#channels()[0], guild_id: ids.guild })
  }

  leaveGuild(): void {
    this.isInGuild = false
    this.emit('GUILD_DELETE', { id: ids.guild })
  }

  /** An account presses a button. @param changes what is different from an ordinary press */
  press(user: ModelUser, customId: string, message: ModelMessage, changes: object = {}): string {
    const interaction = this.#interaction(user, {
      type: 3,
      data: { custom_id: customId, component_type: 2 },
      message: { ...this.#wire(message), channel_id: message.channelId },
      ...changes,
    })
    this.emit('INTERACTION_CREATE', interaction)
    return interaction.id
  }

  /** An account sends a command of the bot. */
  command(user: ModelUser, subcommand: 'link' | 'pause', code?: string, changes: object = {}): string {
    const options = code === undefined ? [] : [{ name: 'code', type: 3, value: code }]
    const interaction = this.#interaction(user, {
      type: 2,
      data: {
        id: '6000000000000000001',
        name: 'gatehouse',
        type: 1,
        guild_id: ids.guild,
        options: [{ name: subcommand, type: 1, options }],
      },
      ...changes,
    })
    this.emit('INTERACTION_CREATE', interaction)
    return interaction.id
  }

  /** What only the account that gave this interaction was shown. */
  replyTo(interactionId: string): string | undefined {
    return this.replies.find((reply) => reply.interactionId === interactionId)?.content
  }

  newId(): string {
    this.#nextId += 1n
    return String(this.#nextId)
  }

  #interaction(user: ModelUser, more: object) {
    const id = this.newId()
    return {
      id,
      application_id: ids.application,
      token: `interaction-token-${id}`,
      version: 1,
      guild_id: ids.guild,
      channel_id: ids.channel,
      channel: { id: ids.channel, type: 0, name: 'staff' },
      member: { user: this.#account(user), roles: [ids.moderators], nick: null, joined_at: now, permissions: '8' },
      entitlements: [],
      authorizing_integration_owners: {},
      app_permissions: '3072',
      locale: 'en-US',
      ...more,
    }
  }

  #account = (user: ModelUser) => ({ avatar: null, discriminator: '0', global_name: null, ...user })

  get #botUser() {
    return this.#account({ id: ids.application, username: 'gatehouse', bot: true })
  }

  #channels() {
    const staff = {
      id: ids.channel,
      type: 0,
      name: 'staff',
      position: 0,
      permission_overwrites: [overwrite(ids.guild, 0, this.everyone), overwrite(ids.application, 1, this.bot)],
    }
    const general = { id: ids.otherChannel, type: 0, name: 'general', position: 1, permission_overwrites: [] }
    return [staff, general]
  }

  #guild() {
    return {
      id: ids.guild,
      name: 'Kiwi Craft',
      unavailable: false,
      owner_id: '7000000000000000001',
      roles: [
        { id: ids.guild, name: '@everyone', permissions: String((1n << 10n) | (1n << 11n)), position: 0 },
        { id: ids.moderators, name: 'Moderators', permissions: '8', position: 1 },
      ],
      channels: this.#channels(),
      threads: [],
      members: [{ user: this.#botUser, roles: [], joined_at: now, permissions: '0' }],
      member_count: 3,
      emojis: [],
      stickers: [],
      features: [],
      premium_tier: 0,
    }
  }

  #greet(socket: WebSocket): void {
    socket.on('error', () => {})
    socket.on('close', () => {
      for (const session of this.#sessions.values()) if (session.socket === socket) session.socket = undefined
    })
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 45_000 } }))
    socket.on('message', (data) => {
      const { op, d } = JSON.parse(String(data)) as {
        op: number
        d: { token: string; session_id: string; seq: number }
      }
      if (op === 1) return socket.send(JSON.stringify({ op: 11 }))
      if (op !== 2 && op !== 6) return
      this.arrivals.push(op === 2 ? 'identify' : 'resume')
      if (d.token !== this.#token) return socket.close(4004, 'Authentication failed.')
      if (op === 2) return this.#identify(socket)
      this.#resume(socket, d.session_id, d.seq)
    })
  }

  #identify(socket: WebSocket): void {
    const session: Session = { id: randomUUID(), events: [], socket }
    this.#sessions.set(session.id, session)
    this.#dispatch(session, 'READY', {
      v: 10,
      user: this.#botUser,
      guilds: this.isInGuild ? [{ id: ids.guild, unavailable: true }] : [],
      session_id: session.id,
      resume_gateway_url: `ws://127.0.0.1:${this.#port}`,
      shard: [0, 1],
      application: { id: ids.application, flags: 0 },
    })
    if (this.isInGuild) this.#dispatch(session, 'GUILD_CREATE', this.#guild())
  }

  #resume(socket: WebSocket, id: string, sequence: number): void {
    const session = this.#sessions.get(id)
    if (!session) return socket.send(JSON.stringify({ op: 9, d: false }))
    session.socket = socket
    for (const event of session.events.filter(({ s }) => s > sequence)) socket.send(JSON.stringify(event))
    this.#dispatch(session, 'RESUMED', {})
  }

  #dispatch(session: Session, t: string, d: unknown): void {
    const event = { op: dispatch, t, s: session.events.length + 1, d } as const
    session.events.push(event)
    session.socket?.send(JSON.stringify(event))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '' } = request
    const path = url.replace(/^\/api\/v10/u, '').replace(/\?.*$/u, '')
    this.requests.push(`${method} ${path}`)
    const text = Buffer.concat(chunks).toString()
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, never>
    const isResponse = path.startsWith('/interactions/') || path.startsWith('/webhooks/')
    if (!isResponse && request.headers.authorization !== `Bot ${this.#token}`)
      return send(response, 401, { message: '401: Unauthorized', code: 0 })
    this.#route(method, path, body, response)
  }

  #route(method: string, path: string, body: Record<string, never>, response: ServerResponse): void {
    const [, resource, id = '', part, more] = path.split('/')
    if (path === '/gateway/bot') {
      const limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 }
      return send(response, 200, { url: `ws://127.0.0.1:${this.#port}`, shards: 1, session_start_limit: limit })
    }
    if (resource === 'channels' && part === 'messages') {
      if (method === 'POST') return this.#post(id, body, response)
      return this.#edit(more ?? '', body, response)
    }
    if (resource === 'applications' && method === 'POST') {
      const { name } = body as unknown as { readonly name: string }
      this.commands.add(name)
      const made = { id: this.newId(), application_id: ids.application, guild_id: ids.guild, version: this.newId() }
      return send(response, 201, { ...made, default_member_permissions: null, ...body })
    }
    if (resource === 'interactions') {
      if (!this.isWaitingForResponses) return send(response, 404, { message: 'Unknown interaction', code: 10_062 })
      if (this.#responded.has(id)) return send(response, 400, { message: 'Already acknowledged', code: 40_060 })
      this.#responded.add(id)
      const { type, data } = body as unknown as { readonly type: number; readonly data?: { readonly flags?: number } }
      this.replies.push({ interactionId: id, type, flags: data?.flags ?? 0 })
      return send(response, 204)
    }
    if (resource === 'webhooks') {
      const interactionId = (part ?? '').replace('interaction-token-', '')
      const reply = this.replies.find((one) => one.interactionId === interactionId)
      const { content } = body as unknown as { readonly content: string }
      if (!reply) return send(response, 404, { message: 'Unknown Webhook', code: 10_015 })
      reply.content = content
      return send(response, 200, { ...this.#wire({ ...noMessage, id: this.newId(), content }), type: 20 })
    }
    send(response, 404, { message: '404: Not Found', code: 0 })
  }

  #post(channelId: string, body: Record<string, never>, response: ServerResponse): void {
    const { nonce, enforce_nonce, content, components, flags, allowed_mentions } = body as unknown as {
      readonly nonce?: string
      readonly enforce_nonce?: boolean
      readonly content: string
      readonly components?: ModelMessage['components']
      readonly flags?: number
      readonly allowed_mentions?: unknown
    }
    if (this.failures > 0) {
      this.failures -= 1
      return void response.destroy()
    }
    const seconds = this.limited.shift()
    if (seconds !== undefined) {
      response.setHeader('Retry-After', String(seconds))
      response.setHeader('X-RateLimit-Scope', 'user')
      return send(response, 429, { message: 'You are being rate limited.', retry_after: seconds, global: false })
    }
    if (channelId === ids.channel && (this.bot & permissionBits.SendMessages) === 0n)
      return send(response, 403, { message: 'Missing Permissions', code: 50_013 })
    if (content.length > 2_000) return send(response, 400, { message: 'Invalid Form Body', code: 50_035 })
    const same = enforce_nonce === true && nonce !== undefined ? this.#nonces.get(nonce) : undefined
    const message: ModelMessage = same ?? {
      id: this.newId(),
      channelId,
      content,
      components: components ?? [],
      flags: flags ?? 0,
      allowedMentions: allowed_mentions,
      edits: 0,
    }
    if (!same) this.messages.push(message)
    if (nonce !== undefined) this.#nonces.set(nonce, message)
    if (this.lostResponses > 0) {
      this.lostResponses -= 1
      return void response.destroy()
    }
    send(response, 200, this.#wire(message))
  }

  #edit(id: string, body: Record<string, never>, response: ServerResponse): void {
    const message = this.messages.find((one) => one.id === id)
    if (!message) return send(response, 404, { message: 'Unknown Message', code: 10_008 })
    const { content, components } = body as unknown as Pick<ModelMessage, 'content' | 'components'>
    message.content = content
    message.components = components
    message.edits += 1
    send(response, 200, this.#wire(message))
  }

  #wire(message: ModelMessage) {
    return {
      id: message.id,
      channel_id: message.channelId,
      author: this.#botUser,
      content: message.content,
      timestamp: now,
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      pinned: false,
      type: 0,
      flags: message.flags,
      components: [],
    }
  }
}

const now = '2026-01-19T10:30:00.000000+00:00'

const noMessage: ModelMessage = {
  id: '',
  channelId: ids.channel,
  content: '',
  components: [],
  flags: 64,
  allowedMentions: undefined,
  edits: 0,
}

const every = permissionBits.ViewChannel | permissionBits.SendMessages

const overwrite = (id: string, type: 0 | 1, allow: bigint) => ({
  id,
  type,
  allow: String(allow),
  deny: String(every & ~allow),
})

function send(response: ServerResponse, status: number, body?: object): void {
  response.statusCode = status
  if (body === undefined) return void response.end()
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(body))
}

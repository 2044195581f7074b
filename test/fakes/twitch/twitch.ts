/**
 * Model of Twitch: sign-in, Helix and EventSub over WebSocket on one port of this computer.
 *
 * From the handling of WebSocket events on dev.twitch.tv and the source of twitch-cli fd7dac6 (mock_server): the welcome
 * comes first, a client that sends anything is closed with 4001, one that subscribes to nothing within ten seconds with
 * 4003, and one that stays on the old socket after `session_reconnect` with 4004 thirty seconds later. Subscriptions carry
 * over. The CLI itself has neither `channel.chat.message` nor device codes.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import { type Answer, answered, TwitchAccounts } from './twitch-accounts.js'

export interface Session {
  readonly id: string
  readonly socket: WebSocket
  subscriptions: Subscription[]
  keepsAlive: boolean
}

interface Subscription {
  readonly id: string
  readonly type: string
  readonly version: string
  readonly condition: Readonly<Record<string, string>>
}

interface Poll {
  readonly id: string
  readonly title: string
  readonly choices: { readonly id: string; readonly title: string; votes: number }[]
  status: 'ACTIVE' | 'TERMINATED' | 'COMPLETED'
}

export interface HelixRequest {
  readonly path: string
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
}

export class Twitch {
  readonly accounts = new TwitchAccounts()
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #clock: Clock
  readonly sessions: Session[] = []
  readonly requests: HelixRequest[] = []
  /** What the next requests to Helix are answered with, instead. */
  readonly helixAnswers: Answer[] = []
  poll: Poll | undefined
  #last = 0
  readonly #carried = new Map<string, Subscription[]>()
  readonly #onChange: (() => void)[] = []

  private constructor(server: Server, clock: Clock) {
    this.#server = server
    this.#clock = clock
    this.#sockets = new WebSocketServer({ server, path: '/ws' })
    this.#sockets.on('connection', (socket, request) => this.#accept(socket, request))
    server.on('request', (request, response) => {
      void this.#answer(request).then(({ status, body, headers }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...rates, ...headers })
        response.end(body === '' ? '' : JSON.stringify(body))
        this.#changed()
      })
    })
  }

  static async start(clock: Clock): Promise<Twitch> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Twitch(server, clock)
  }

  get hosts() {
    const { port } = this.#server.address() as AddressInfo
    return {
      id: `http://127.0.0.1:${port}`,
      api: `http://127.0.0.1:${port}`,
      events: `ws://127.0.0.1:${port}/ws`,
    }
  }

  get session(): Session | undefined {
    return this.sessions.at(-1)
  }

  /** Resolves when it is so, after a request or a change of a session. */
  until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onChange.push(() => {
        if (isSo()) resolve()
      })
    })
  }

  notify(type: string, event: object, over: { readonly messageId?: string; readonly at?: Date } = {}): void {
    for (const { socket, subscriptions } of this.sessions) {
      const subscription = subscriptions.find((one) => one.type === type)
      if (!subscription) continue
      socket.send(
        JSON.stringify({
          metadata: {
            message_id: over.messageId ?? this.#id('message'),
            message_type: 'notification',
            message_timestamp: (over.at ?? this.#clock.now()).toISOString().replace('Z', '123456Z'),
            subscription_type: type,
            subscription_version: subscription.version,
          },
          payload: { subscription: { ...subscription, status: 'enabled' }, event },
        }),
      )
    }
  }

  /** A session is asked to move, and has thirty seconds. @param url another address than its own */
  reconnect(url?: string): void {
    const session = this.session
    if (!session) return
    this.#carried.set(session.id, session.subscriptions)
    const own = `${this.hosts.events}?reconnect_id=${session.id}`
    this.#send(session, 'session_reconnect', {
      session: { id: session.id, status: 'reconnecting', keepalive_timeout_seconds: null, reconnect_url: url ?? own },
    })
    this.#clock.after(30_000, () => session.socket.close(4004, 'client reconnect grace time expired'))
  }

  revoke(status: string): void {
    const session = this.session
    for (const subscription of session?.subscriptions ?? []) {
      if (session) this.#send(session, 'revocation', { subscription: { ...subscription, status } })
    }
  }

  async stop(): Promise<void> {
    for (const { socket } of this.sessions) socket.terminate()
    this.#sockets.close()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(socket: WebSocket, request: IncomingMessage): void {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const session: Session = {
      id: this.#id('session'),
      socket,
      subscriptions: this.#carried.get(query.get('reconnect_id') ?? '') ?? [],
      keepsAlive: true,
    }
    const seconds = Number(query.get('keepalive_timeout_seconds') ?? 10)
    socket.on('error', () => {})
    socket.on('message', () => socket.close(4001, 'sent inbound traffic'))
    socket.on('close', () => {
      const at = this.sessions.indexOf(session)
      if (at >= 0) this.sessions.splice(at, 1)
      this.#changed()
    })
    if (query.has('reconnect_id') && !this.#carried.delete(query.get('reconnect_id') ?? '')) {
      return socket.close(4007, 'invalid reconnect attempt')
    }
    this.sessions.push(session)
    this.#send(session, 'session_welcome', {
      session: { id: session.id, status: 'connected', keepalive_timeout_seconds: seconds, reconnect_url: null },
    })
    this.#clock.after(10_000, () => {
      if (session.subscriptions.length === 0) socket.close(4003, 'connection unused')
    })
    const keepAlive = (): void => {
      if (!this.sessions.includes(session)) return
      if (session.keepsAlive) this.#send(session, 'session_keepalive', {})
      this.#clock.after(seconds * 1_000, keepAlive)
    }
    this.#clock.after(seconds * 1_000, keepAlive)
    this.#changed()
  }

  #send({ socket }: Session, type: string, payload: object): void {
    const metadata = {
      message_id: this.#id('message'),
      message_type: type,
      message_timestamp: this.#clock.now().toISOString(),
    }
    socket.send(JSON.stringify({ metadata, payload }))
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    let text = ''
    for await (const chunk of request) text += chunk
    const form = new URLSearchParams(text)
    const authorization = request.headers.authorization ?? ''
    switch (pathname) {
      case '/oauth2/device':
        return this.accounts.device(form)
      case '/oauth2/token':
        return this.accounts.token(form)
      case '/oauth2/validate':
        return this.accounts.validate(authorization)
      case '/oauth2/revoke':
        return this.accounts.revoke(form)
      default:
        return this.#helix(request, pathname, authorization, text === '' ? {} : JSON.parse(text))
    }
  }

  #helix(
    { method = 'GET', headers }: IncomingMessage,
    path: string,
    authorization: string,
    body: Readonly<Record<string, unknown>>,
  ): Answer {
    this.requests.push({ path, method, body })
    const instead = this.helixAnswers.shift()
    if (instead) return instead
    const grant = this.accounts.grantOf(authorization.replace(/^Bearer /u, ''))
    if (!grant || headers['client-id'] !== this.accounts.clientId) return helixError(401, 'Invalid OAuth token')
    if (path === '/helix/users') return answered({ data: [this.accounts.user] })
    if (path === '/helix/eventsub/subscriptions') return this.#subscribe(body, grant.scopes)
    if (path === '/helix/polls') return this.#polls(method, body, grant.scopes)
    return helixError(404, '')
  }

  #subscribe(body: Readonly<Record<string, unknown>>, scopes: readonly string[]): Answer {
    const { type, version, condition, transport } = body as unknown as Subscription & {
      transport: { session_id: string }
    }
    const session = this.sessions.find(({ id }) => id === transport.session_id)
    if (!session) return helixError(400, 'non-existent session_id')
    const scope = type.startsWith('channel.poll') ? 'channel:manage:polls' : 'user:read:chat'
    if (!scopes.includes(scope)) return helixError(403, 'subscription missing proper authorization')
    if (session.subscriptions.some((one) => one.type === type)) return helixError(409, 'subscription already exists')
    session.subscriptions = [...session.subscriptions, { id: this.#id('subscription'), type, version, condition }]
    return answered({ data: [{ type, version, condition, status: 'enabled', cost: 0 }] }, 202)
  }

  #polls(method: string, body: Readonly<Record<string, unknown>>, scopes: readonly string[]): Answer {
    if (!scopes.includes('channel:manage:polls')) return helixError(401, 'Missing scope: channel:manage:polls')
    if (this.accounts.user.broadcaster_type === '') {
      return helixError(403, 'Channel Points are not available for the broadcaster')
    }
    if (method === 'PATCH') {
      const { poll } = this
      if (!poll || poll.id !== body.id) return helixError(404, 'poll not found')
      poll.status = 'TERMINATED'
      this.#tellPoll('channel.poll.end', 'terminated')
      return answered({ data: [poll] })
    }
    if (method === 'GET') return answered({ data: this.poll ? [this.poll] : [] })
    const { title, choices, duration } = body as { title: string; choices: { title: string }[]; duration: number }
    if (this.poll?.status === 'ACTIVE') return helixError(400, 'the broadcaster already has an active poll')
    if (title.length > 60 || choices.some((one) => one.title.length > 25)) return helixError(400, 'title is too long')
    if (choices.length < 2 || choices.length > 5) return helixError(400, 'choices must be between 2 and 5')
    if (duration < 15 || duration > 1_800) return helixError(400, 'duration is out of range')
    const all = choices.map((one) => ({ id: this.#id('choice'), title: one.title, votes: 0 }))
    this.poll = { id: this.#id('poll'), title, choices: all, status: 'ACTIVE' }
    this.#tellPoll('channel.poll.begin')
    return answered({ data: [this.poll] })
  }

  vote(choice: number, votes: number): void {
    const chosen = this.poll?.choices[choice]
    if (!chosen) return
    chosen.votes += votes
    this.#tellPoll('channel.poll.progress')
  }

  completePoll(): void {
    if (this.poll) this.poll.status = 'COMPLETED'
    this.#tellPoll('channel.poll.end', 'completed')
  }

  #tellPoll(type: string, status?: string): void {
    if (!this.poll) return
    const { id, title, choices } = this.poll
    const counted = choices.map((one) => ({ ...one, channel_points_votes: 0, bits_votes: 0 }))
    this.notify(type, {
      id,
      broadcaster_user_id: this.accounts.user.id,
      title,
      choices: counted,
      ...(status && { status }),
    })
  }

  #id(kind: string): string {
    this.#last += 1
    return `${kind}-${this.#last}`
  }

  #changed(): void {
    for (const listener of [...this.#onChange]) listener()
  }
}

const rates = { 'ratelimit-limit': '800', 'ratelimit-remaining': '799', 'ratelimit-reset': '0' }
export const helixError = (status: number, message: string): Answer => ({
  status,
  body: { error: '', status, message },
})

export interface TwitchChatter {
  readonly id: string
  readonly name: string
  readonly badges?: readonly string[]
}

/** The event of `channel.chat.message`, version 1. */
export const chatMessage = (
  { id, name, badges = [] }: TwitchChatter,
  text: string,
  over: { readonly id?: string; readonly sourceChannel?: string } = {},
) => ({
  broadcaster_user_id: '695682330',
  broadcaster_user_login: 'nova',
  broadcaster_user_name: 'Nova',
  chatter_user_id: id,
  chatter_user_login: name.toLowerCase(),
  chatter_user_name: name,
  message_id: over.id ?? `${id}-${text}`,
  message: { text, fragments: [{ type: 'text', text, cheermote: null, emote: null, mention: null }] },
  message_type: 'text',
  badges: badges.map((badge) => ({ set_id: badge, id: '1', info: '' })),
  cheer: null,
  color: '#9147FF',
  reply: null,
  channel_points_custom_reward_id: null,
  source_broadcaster_user_id: over.sourceChannel ?? null,
  source_broadcaster_user_login: null,
  source_broadcaster_user_name: null,
  source_message_id: over.sourceChannel === undefined ? null : 'original',
  source_badges: null,
})

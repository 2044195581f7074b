/**
 * Twitch source: the chat of the streamer's own channel, and its polls, from Twitch itself.
 *
 * A new session has ten seconds for its subscriptions, else Twitch closes it with 4003. A lost session is opened again
 * after a growing pause, whatever its close code: 4000 to 4007 all mean that there is no session any more. Guards invariant
 * 6: the account of the channel and known bots are no viewers, and lines of other channels in a shared chat are marked.
 */
import { isObject } from '@contract/json/json-object.js'
import { type AudienceMessage, audienceLimits, type SourceState } from '@shared/streaming/audience.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { backOff } from '../../../policy/limits/back-off.js'
import type { AudienceSource } from '../../ports.js'
import { accountKey, authorOf } from '../chat-authors.js'
import { type Frame, objectIn, textIn } from '../frames.js'
import { dialTwitch, EventSession } from './event-session.js'
import type { TwitchAccount, TwitchUser } from './twitch-account.js'
import { TwitchPolls } from './twitch-polls.js'

const id = 'twitch'
const firstRetryMs = 2_000
const maxRetryMs = 60_000
/** Milliseconds to wait at most when Twitch says that there were too many requests. */
const maxLimitMs = 300_000
/** Milliseconds that a session must last before the next loss starts with the shortest pause. */
const stableMs = 60_000
const maxBadges = 32

const chatType = 'channel.chat.message'
const pollTypes = ['channel.poll.progress', 'channel.poll.end'] as const

type Failure = Omit<Extract<SourceState, { kind: 'failed' }>, 'id' | 'kind'>

export interface TwitchSourceOptions {
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance: () => number
  readonly account: TwitchAccount
  readonly isEnabled: () => boolean
  /** Accounts that the owner excludes. */
  readonly bots: () => readonly string[]
  /** Where sessions are opened. */
  readonly address: string
}

export class TwitchSource implements AudienceSource {
  readonly #options: TwitchSourceOptions
  readonly #onDidChange = new Emitter<SourceState>()
  readonly #onDidReceive = new Emitter<AudienceMessage>()
  readonly onDidChange = this.#onDidChange.on
  readonly onDidReceive = this.#onDidReceive.on
  readonly #polls: TwitchPolls
  #state: SourceState = { id, kind: 'off' }
  #session: EventSession | undefined
  #userId = ''
  #retries = 0
  #cancelRetry = (): void => {}
  #startedAt = 0

  constructor(options: TwitchSourceOptions) {
    this.#options = options
    this.#polls = new TwitchPolls(options)
    options.account.onDidChange(() => this.apply())
  }

  get state(): SourceState {
    return this.#state
  }

  /** Only where the account may open polls. */
  get polls(): TwitchPolls | undefined {
    return this.#state.kind === 'online' && this.#state.hasPolls ? this.#polls : undefined
  }

  /** Follows the settings and the account. */
  apply(): void {
    const { isEnabled, account } = this.#options
    if (!isEnabled()) return this.#rest({ id, kind: 'off' })
    if (account.state.kind === 'signed-out') {
      return this.#rest({ id, kind: 'failed', why: 'signed-out', retries: false })
    }
    const { user } = account
    if (account.state.kind === 'signing-in' || !user) return this.#rest({ id, kind: 'connecting' })
    if (this.#userId === user.id) return
    this.#userId = user.id
    this.reconnect()
  }

  /** Connects now. */
  reconnect(): void {
    this.#retries = 0
    this.#connect()
  }

  stop(): void {
    this.#polls.stop()
    this.#rest({ id, kind: 'off' })
  }

  #rest(state: SourceState): void {
    this.#userId = ''
    this.#drop()
    this.#set(state)
  }

  #drop(): void {
    this.#cancelRetry()
    this.#session?.close()
    this.#session = undefined
  }

  #connect(): void {
    const { clock, account, address } = this.#options
    this.#drop()
    const { user } = account
    if (!user || this.#userId === '') return
    this.#set({ id, kind: 'connecting' })
    this.#startedAt = clock.elapsed()
    const session: EventSession = new EventSession(
      { clock, address, dial: dialTwitch(clock) },
      {
        welcomed: (sessionId) => void this.#subscribe(session, sessionId, user),
        notified: (type, event, at) => this.#notified(user, type, event, at),
        revoked: (type, status) => this.#revoked(type, status),
        ended: (code) => {
          if (this.#session === session) this.#lost(code)
        },
      },
    )
    this.#session = session
  }

  async #subscribe(session: EventSession, sessionId: string, user: TwitchUser): Promise<void> {
    const { account, clock } = this.#options
    const condition = { broadcaster_user_id: user.id }
    const subscribe = (type: string, more: object = {}) =>
      account.call('POST', '/helix/eventsub/subscriptions', {
        type,
        version: '1',
        condition: { ...condition, ...more },
        transport: { method: 'websocket', session_id: sessionId },
      })
    const answer = await subscribe(chatType, { user_id: user.id })
    if (this.#session !== session) return
    // 409: it is subscribed to already.
    if (answer.status !== 202 && answer.status !== 409) {
      switch (answer.status) {
        case 401:
          return this.#rest({ id, kind: 'failed', why: 'signed-out', retries: false })
        case 403:
          return this.#fail({ why: 'not-allowed', retries: false })
        case 429: {
          const ms = (answer.resetAt ?? 0) * 1_000 - clock.now().getTime()
          return this.#fail({ why: 'limit', retries: true }, Math.min(maxLimitMs, Math.max(firstRetryMs, ms)))
        }
        default:
          return this.#fail({ why: 'unreachable', retries: true })
      }
    }
    const channels = [{ platform: 'twitch', name: user.login }] as const
    this.#set({ id, kind: 'online', channels, hasPolls: false })
    if (!user.mayManagePolls || !(await this.#mayOpenPolls())) return
    const answers = await Promise.all(pollTypes.map((type) => subscribe(type)))
    if (this.#session !== session || answers.some(({ status }) => status !== 202 && status !== 409)) return
    this.#set({ id, kind: 'online', channels, hasPolls: true })
  }

  /** Polls are for affiliates and partners. */
  async #mayOpenPolls(): Promise<boolean> {
    const { body } = await this.#options.account.call('GET', '/helix/users')
    const [user] = Array.isArray(body.data) ? body.data : []
    return isObject(user) && ['affiliate', 'partner'].includes(textIn(user, 'broadcaster_type'))
  }

  #notified(user: TwitchUser, type: string, event: Frame, at: number | undefined): void {
    if (type === chatType) {
      const line = chatLine(event, at, user, this.#options.bots())
      if (line) this.#onDidReceive.emit(line)
      return
    }
    this.#polls.notified(type, event)
  }

  #revoked(type: string, status: string): void {
    this.#options.log.warn('Twitch ended a subscription', { type: type.slice(0, 64), status: status.slice(0, 64) })
    if (type !== chatType) return
    if (status === 'authorization_revoked' || status === 'user_removed') return this.#options.account.revoked()
    this.#fail({ why: 'not-allowed', retries: false })
  }

  #lost(code: number): void {
    const { clock, log } = this.#options
    log.info('the session at Twitch has ended', { code })
    if (this.#state.kind === 'online' && clock.elapsed() - this.#startedAt >= stableMs) this.#retries = 0
    this.#fail({ why: 'unreachable', retries: true })
  }

  #fail(failure: Failure, milliseconds?: number): void {
    const { clock, chance } = this.#options
    this.#drop()
    this.#set({ id, kind: 'failed', ...failure })
    if (!failure.retries) return
    const pause = milliseconds ?? backOff(this.#retries, firstRetryMs, chance(), maxRetryMs)
    this.#retries += 1
    this.#cancelRetry = clock.after(pause, () => this.#connect())
  }

  #set(state: SourceState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return
    this.#state = state
    this.#onDidChange.emit(state)
  }
}

/** The event of `channel.chat.message`, version 1. */
export function chatLine(
  event: Frame,
  at: number | undefined,
  user: Pick<TwitchUser, 'id'>,
  named: readonly string[],
): AudienceMessage | undefined {
  const lineId = textIn(event, 'message_id')
  const userId = textIn(event, 'chatter_user_id')
  if (lineId === '' || userId === '' || lineId.length > audienceLimits.id || userId.length > audienceLimits.id) {
    return undefined
  }
  const names = [textIn(event, 'chatter_user_name'), textIn(event, 'chatter_user_login')].map((name) =>
    name.slice(0, audienceLimits.name),
  )
  const badges = Array.isArray(event.badges) ? event.badges.slice(0, maxBadges) : []
  const source = textIn(event, 'source_broadcaster_user_id')
  return {
    id: lineId,
    platform: 'twitch',
    userId,
    userName: names.find((name) => name !== '') ?? userId,
    text: textIn(objectIn(event, 'message'), 'text').slice(0, audienceLimits.text),
    sentAt: at,
    author: authorOf(
      {
        platform: 'twitch',
        id: userId,
        names,
        badges: badges.map((badge) => (isObject(badge) ? textIn(badge, 'set_id') : '')),
        isStreamer: false,
        isOfProgram: false,
      },
      { streamers: new Set([accountKey('twitch', user.id)]), bots: new Set() },
      named,
    ),
    ...(source !== '' && source !== user.id && { isFromElsewhere: true }),
  }
}

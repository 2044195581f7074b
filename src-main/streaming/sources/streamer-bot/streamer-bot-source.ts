/**
 * Streamer.bot source: the chat of Twitch, YouTube and Kick from the program that a streamer has already.
 *
 * Guards invariant 6: nothing is read of a platform before Streamer.bot has said which accounts are its own there. Guards
 * invariant 7: the address leads into this computer or a private network, also after its name was resolved. Guards
 * invariant 8: the password is never sent, only the answer to a challenge.
 */
import { createHash } from 'node:crypto'
import type { AudienceMessage, SourceState } from '@shared/streaming/audience.js'
import { streamerBotAddress } from '@shared/streaming/streamer-bot-address.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import type { ResolveHost } from '../../../network/checked-host.js'
import { isForeign, publicReason, type TextSocket, textSocketDial } from '../../../network/text-socket.js'
import { backOff } from '../../../policy/limits/back-off.js'
import type { AudienceSource } from '../../ports.js'
import { accountKey, type OwnAccounts } from '../chat-authors.js'
import { type Frame, frameIn, maxFrameBytes, maxUnreadBytes, objectIn, textIn } from '../frames.js'
import { channelsIn, chatLine, isEvent, type KnownChannels, noChannels, subscriptions } from './chat-lines.js'

const id = 'streamer-bot'
/** Milliseconds for everything before the first line. */
const greetingMs = 10_000
/** Milliseconds between two questions which accounts there are. */
const askAgainMs = 60_000
/** The same, when a line of a platform came that was not known. */
const askSoonMs = 5_000
const firstRetryMs = 2_000
const maxRetryMs = 60_000

type Failed = Extract<SourceState, { kind: 'failed' }>

export interface StreamerBotOptions {
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance: () => number
  readonly settings: () => { readonly enabled: boolean; readonly address: string }
  readonly password: () => string | undefined
  /** Accounts that the owner excludes. */
  readonly bots: () => readonly string[]
  readonly resolve?: ResolveHost
}

interface Link {
  readonly address: string
  socket?: TextSocket
  known: KnownChannels
  /** Milliseconds of the monotonic clock when the accounts were asked for. */
  askedAt: number
  readonly answers: Map<string, (answer: Frame) => void>
  lastRequest: number
  readonly timers: Set<() => void>
}

export class StreamerBotSource implements AudienceSource {
  readonly #options: StreamerBotOptions
  readonly #onDidChange = new Emitter<SourceState>()
  readonly #onDidReceive = new Emitter<AudienceMessage>()
  readonly onDidChange = this.#onDidChange.on
  readonly onDidReceive = this.#onDidReceive.on
  #state: SourceState = { id, kind: 'off' }
  #link: Link | undefined
  /** Also after a link was lost: another source may still read what they write. */
  #own: OwnAccounts = noChannels.own
  #applied = ''
  #retries = 0
  #cancelRetry = (): void => {}

  constructor(options: StreamerBotOptions) {
    this.#options = options
  }

  get state(): SourceState {
    return this.#state
  }

  isOwn({ platform, userId }: Pick<AudienceMessage, 'platform' | 'userId'>): boolean {
    const key = accountKey(platform, userId)
    return this.#own.bots.has(key) || this.#own.streamers.has(key)
  }

  /** Follows the settings. */
  apply(): void {
    const { enabled, address } = this.#options.settings()
    const applied = enabled ? address : ''
    if (applied === this.#applied) return
    this.#applied = applied
    this.reconnect()
  }

  /** Connects now, also where a person had to act first. */
  reconnect(): void {
    this.#retries = 0
    this.#drop()
    if (this.#applied === '') this.#set({ id, kind: 'off' })
    else this.#connect(this.#applied)
  }

  stop(): void {
    this.#applied = ''
    this.#drop()
    this.#set({ id, kind: 'off' })
  }

  #drop(): void {
    this.#cancelRetry()
    const link = this.#link
    this.#link = undefined
    if (!link) return
    for (const cancel of link.timers) cancel()
    link.socket?.close()
  }

  #connect(address: string): void {
    const { clock, resolve } = this.#options
    const link: Link = { address, known: noChannels, askedAt: 0, answers: new Map(), lastRequest: 0, timers: new Set() }
    this.#link = link
    this.#set({ id, kind: 'connecting' })
    // A person may have written anything in the file of settings.
    const checked = streamerBotAddress(address)
    if (checked === undefined) return this.#fail(link, { why: 'unreachable', retries: false })
    const dial = textSocketDial({ clock, maxFrameBytes, maxUnreadBytes, nearOnly: true, ...(resolve && { resolve }) })
    link.socket = dial(checked, {
      open() {},
      text: (text) => {
        if (this.#link === link) this.#receive(link, text)
      },
      closed: (code, reason) => {
        if (this.#link === link) this.#closed(link, code, reason)
      },
    })
    this.#after(link, greetingMs, () => {
      if (this.#state.kind === 'connecting') this.#close(link, { why: 'not-this-program', retries: true })
    })
  }

  #closed(link: Link, code: number, reason: string): void {
    if (reason === publicReason) return this.#fail(link, { why: 'not-private', retries: false })
    const isOther = isForeign(reason) || (this.#state.kind === 'connecting' && code !== 1_006)
    this.#fail(link, { why: isOther ? 'not-this-program' : 'unreachable', retries: true })
  }

  #receive(link: Link, text: string): void {
    const frame = frameIn(text)
    if (!frame) return this.#close(link, { why: 'not-this-program', retries: true })
    if (isEvent(frame)) return this.#line(link, frame)
    if (textIn(frame, 'request') === 'Hello') return this.#greet(link, frame)
    const answerId = textIn(frame, 'id')
    const take = link.answers.get(answerId)
    link.answers.delete(answerId)
    take?.(frame)
  }

  /** A password is needed for these requests only when the streamer has chosen so. */
  #greet(link: Link, hello: Frame): void {
    if (link.lastRequest > 0) return
    const { salt, challenge } = objectIn(hello, 'authentication')
    const password = this.#options.password()
    if (typeof salt !== 'string' || typeof challenge !== 'string' || password === undefined)
      return this.#subscribe(link)
    const authentication = hash(hash(password + salt) + challenge)
    this.#request(link, { request: 'Authenticate', authentication }, ({ status }) => {
      if (status === 'ok') this.#subscribe(link)
      else this.#close(link, { why: 'password', retries: false })
    })
  }

  #subscribe(link: Link): void {
    this.#askChannels(link, (isKnown) => {
      if (!isKnown) return this.#close(link, { why: 'password', retries: false })
      let answers = 0
      let accepted = 0
      for (const events of subscriptions) {
        this.#request(link, { request: 'Subscribe', events }, ({ status }) => {
          answers += 1
          if (status === 'ok') accepted += 1
          if (answers < subscriptions.length || accepted === 0) return
          this.#retries = 0
          this.#online(link)
        })
      }
    })
  }

  #askChannels(link: Link, then: (isKnown: boolean) => void): void {
    const { clock } = this.#options
    link.askedAt = clock.elapsed()
    this.#request(link, { request: 'GetBroadcaster' }, (answer) => {
      const isKnown = answer.status === 'ok'
      if (isKnown) {
        link.known = channelsIn(answer)
        this.#own = link.known.own
      }
      then(isKnown)
    })
    this.#after(link, askAgainMs, () => {
      if (clock.elapsed() - link.askedAt >= askAgainMs) this.#askChannels(link, () => this.#online(link))
    })
  }

  #line(link: Link, frame: Frame): void {
    const { clock, bots } = this.#options
    const line = chatLine(frame, link.known.own, bots())
    if (!line || this.#state.kind !== 'online') return
    if (link.known.channels.some(({ platform }) => platform === line.platform)) return this.#onDidReceive.emit(line)
    if (clock.elapsed() - link.askedAt >= askSoonMs) this.#askChannels(link, () => this.#online(link))
  }

  #online(link: Link): void {
    const { channels } = link.known
    const { state } = this
    if (state.kind === 'online' && JSON.stringify(state.channels) === JSON.stringify(channels)) return
    this.#set({ id, kind: 'online', channels, hasPolls: false })
  }

  #request(link: Link, request: object, take: (answer: Frame) => void): void {
    link.lastRequest += 1
    const requestId = `gatehouse-${link.lastRequest}`
    link.answers.set(requestId, take)
    link.socket?.send(JSON.stringify({ ...request, id: requestId }))
  }

  #after(link: Link, milliseconds: number, then: () => void): void {
    const cancel = this.#options.clock.after(milliseconds, () => {
      link.timers.delete(cancel)
      if (this.#link === link) then()
    })
    link.timers.add(cancel)
  }

  #close(link: Link, failure: Omit<Failed, 'id' | 'kind'>): void {
    this.#fail(link, failure)
    link.socket?.close()
  }

  #fail(link: Link, failure: Omit<Failed, 'id' | 'kind'>): void {
    const { clock, log, chance } = this.#options
    for (const cancel of link.timers) cancel()
    this.#link = undefined
    if (this.#state.kind !== 'failed' || this.#state.why !== failure.why) {
      log.warn('the chat of Streamer.bot is not read', { why: failure.why })
    }
    this.#set({ id, kind: 'failed', ...failure })
    if (!failure.retries) return
    const milliseconds = backOff(this.#retries, firstRetryMs, chance(), maxRetryMs)
    this.#retries += 1
    this.#cancelRetry = clock.after(milliseconds, () => this.#connect(link.address))
  }

  #set(state: SourceState): void {
    this.#state = state
    this.#onDidChange.emit(state)
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')

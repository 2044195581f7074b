/**
 * Event session: one session of Twitch's EventSub over WebSocket, over as many sockets as it moves through.
 *
 * Twitch delivers at least once, so a message id is taken once, and one that is older than ten minutes by Twitch's own
 * clock is dropped. It says when to move: then the new socket comes first, and the old one is read until the new one has
 * welcomed us. The client never sends anything. Enforces invariant 7: it moves only to a host of Twitch.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import { type OpenTextSocket, type TextSocket, textSocketDial } from '../../../network/text-socket.js'
import { RecentIds } from '../../recent-ids.js'
import { type Frame, frameIn, maxFrameBytes, maxUnreadBytes, objectIn, textIn } from '../frames.js'
import { timeIn } from '../streamer-bot/chat-lines.js'

/** Milliseconds for the welcome. */
const welcomeMs = 10_000
/** Seconds that are asked for, and the bounds of what Twitch may choose. */
const keepAlive = { wanted: 30, least: 10, most: 600 }
/** Milliseconds of silence that are tolerated beyond it. */
const graceMs = 5_000
const maxAgeMs = 600_000
/** Ids that are remembered, to know a repeat. */
const rememberedIds = 8_192

export interface EventSessionEvents {
  /** A new session: it has no subscriptions yet, and ten seconds for the first. */
  welcomed(sessionId: string): void
  /** @param at milliseconds since 1970, by Twitch's clock */
  notified(type: string, event: Frame, at: number | undefined): void
  /** @param status for example `authorization_revoked` */
  revoked(type: string, status: string): void
  /** Once, as the last event. @param code of the close frame; 1006 without one */
  ended(code: number): void
}

export interface EventSessionOptions {
  readonly clock: Clock
  readonly address: string
  readonly dial: OpenTextSocket
}

/** Twitch accepts no traffic of ours, and says by itself how long it is silent. */
export const dialTwitch = (clock: Clock): OpenTextSocket =>
  textSocketDial({ clock, maxFrameBytes, maxUnreadBytes, pings: false })

interface Link {
  readonly isMove: boolean
  socket?: TextSocket
  isWelcomed: boolean
  silenceMs: number
  cancelWatch: () => void
}

export class EventSession {
  readonly #options: EventSessionOptions
  readonly #events: EventSessionEvents
  readonly #seen = new RecentIds(rememberedIds)
  #current: Link | undefined
  #next: Link | undefined
  /** Milliseconds by which Twitch's clock is ahead of ours. */
  #ahead = 0

  constructor(options: EventSessionOptions, events: EventSessionEvents) {
    this.#options = options
    this.#events = events
    const address = new URL(options.address)
    address.searchParams.set('keepalive_timeout_seconds', `${keepAlive.wanted}`)
    this.#current = this.#open(address.href, false)
  }

  close(): void {
    for (const link of [this.#current, this.#next]) {
      link?.cancelWatch()
      link?.socket?.close()
    }
    this.#current = undefined
    this.#next = undefined
  }

  #open(address: string, isMove: boolean): Link {
    const link: Link = { isMove, isWelcomed: false, silenceMs: welcomeMs, cancelWatch: () => {} }
    const isOurs = (): boolean => link === this.#current || link === this.#next
    link.socket = this.#options.dial(address, {
      open() {},
      text: (text) => {
        if (isOurs()) this.#receive(link, text)
      },
      closed: (code) => this.#ended(link, code),
    })
    this.#watch(link)
    return link
  }

  /** Silence means that the link is lost. */
  #watch(link: Link): void {
    link.cancelWatch()
    link.cancelWatch = this.#options.clock.after(link.silenceMs, () => {
      link.socket?.close()
      this.#ended(link, 1_006)
    })
  }

  #receive(link: Link, text: string): void {
    const frame = frameIn(text)
    if (!frame) return link.socket?.close()
    const metadata = objectIn(frame, 'metadata')
    const payload = objectIn(frame, 'payload')
    const at = timeIn(textIn(metadata, 'message_timestamp'))
    this.#watch(link)
    switch (textIn(metadata, 'message_type')) {
      case 'session_welcome':
        return this.#welcome(link, objectIn(payload, 'session'), at)
      case 'session_reconnect':
        return this.#move(textIn(objectIn(payload, 'session'), 'reconnect_url'))
      case 'notification': {
        if (!this.#isNew(textIn(metadata, 'message_id'), at)) return
        const type = textIn(metadata, 'subscription_type')
        return this.#events.notified(type, objectIn(payload, 'event'), at)
      }
      case 'revocation': {
        const subscription = objectIn(payload, 'subscription')
        return this.#events.revoked(textIn(subscription, 'type'), textIn(subscription, 'status'))
      }
    }
  }

  #welcome(link: Link, session: Frame, at: number | undefined): void {
    if (link.isWelcomed) return
    link.isWelcomed = true
    const seconds = Number(session.keepalive_timeout_seconds)
    const bounded = Math.min(keepAlive.most, Math.max(keepAlive.least, Number.isFinite(seconds) ? seconds : 0))
    link.silenceMs = bounded * 1_000 + graceMs
    this.#watch(link)
    if (at !== undefined) this.#ahead = at - this.#options.clock.now().getTime()
    if (!link.isMove) return this.#events.welcomed(textIn(session, 'id'))
    const before = this.#current
    this.#current = link
    this.#next = undefined
    before?.cancelWatch()
    before?.socket?.close()
  }

  #move(address: string): void {
    if (this.#next || !this.#isTrusted(address)) return
    this.#next = this.#open(address, true)
  }

  /** A host of Twitch, or the one that was connected to. */
  #isTrusted(address: string): boolean {
    if (address.length > 2_048 || !URL.canParse(address)) return false
    const { protocol, host, hostname, username } = new URL(address)
    const own = new URL(this.#options.address)
    if (username !== '' || protocol !== own.protocol) return false
    return host === own.host || (protocol === 'wss:' && hostname.endsWith('.twitch.tv'))
  }

  #isNew(id: string, at: number | undefined): boolean {
    const now = this.#options.clock.now().getTime() + this.#ahead
    if (id === '' || id.length > 128 || (at !== undefined && now - at > maxAgeMs)) return false
    return this.#seen.add(id)
  }

  /** The old socket stays while a move fails, and a move may still succeed when the old one is gone. */
  #ended(link: Link, code: number): void {
    link.cancelWatch()
    if (link === this.#next) {
      this.#next = undefined
      if (!this.#current) this.#events.ended(code)
      return
    }
    if (link !== this.#current) return
    this.#current = undefined
    if (!this.#next) this.#events.ended(code)
  }
}

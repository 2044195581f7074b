/**
 * Notification stream: keeps the session's GET stream open for server notifications.
 *
 * A gateway without such a stream is not queried again, a dropped stream is reopened with growing delays, and the
 * stream never starts a gateway or a session: only client requests do.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayTransport } from './gateway-transport.js'
import { limits } from './limits.js'
import type { Message } from './message.js'
import { type Link, sessionHeaders } from './session-link.js'

type StreamEnd = 'dropped' | 'unreachable' | 'not-offered'

/** One stream of one session at a time. */
export class NotificationStream {
  readonly #transport: GatewayTransport
  readonly #deliver: (message: Message) => Promise<void>
  #current: AbortController | undefined

  constructor(transport: GatewayTransport, deliver: (message: Message) => Promise<void>) {
    this.#transport = transport
    this.#deliver = deliver
  }

  /** Opens the stream of this session in place of any earlier one. */
  openFor(link: Link): void {
    this.stop()
    this.#current = new AbortController()
    void this.#keepOpen(link, this.#current.signal)
  }

  stop(): void {
    this.#current?.abort()
  }

  async #keepOpen(link: Link, signal: AbortSignal): Promise<void> {
    let wait: number = limits.firstReopen
    while (!signal.aborted) {
      const ending = await this.#read(link, signal)
      if (ending === 'not-offered') return
      wait = ending === 'dropped' ? limits.firstReopen : Math.min(wait * 2, limits.slowestReopen)
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async #read(link: Link, signal: AbortSignal): Promise<StreamEnd> {
    let opened = false
    try {
      const headers = { ...sessionHeaders(link), Accept: 'text/event-stream' }
      const reply = await this.#transport.exchange({ gateway: link.gateway, method: 'GET', headers, signal })
      if (reply.kind === 'refusal') return mayComeLater(reply.status) ? 'unreachable' : 'not-offered'
      if (reply.kind === 'accepted') return 'not-offered'
      opened = reply.stream
      // A response belongs to its POST only.
      for await (const message of reply.messages) {
        if (reply.stream && message.kind !== 'response') await this.#deliver(message)
      }
      return opened ? 'dropped' : 'not-offered'
    } catch {
      return opened ? 'dropped' : 'unreachable'
    }
  }
}

/** A conflict means that the gateway has not noticed the end of the earlier stream yet. */
const mayComeLater = (status: number): boolean => status >= 500 || status === 409 || status === 429

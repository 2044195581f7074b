/**
 * What the gateway tells unasked: the session's GET stream, kept open quietly.
 *
 * Guards that it never gets in the way: a gateway that offers no such stream is left alone, a dropped stream is opened
 * again ever more slowly, and it never starts a gateway or a session, which are for a client's request to ask for.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from './limits.js'
import type { Message } from './message.js'
import type { Door } from './reply.js'
import { type Link, sessionHeaders } from './session-link.js'

type Ending = 'dropped' | 'unreachable' | 'not-offered'

/** One session's stream at a time. */
export class NotificationStream {
  readonly #door: Door
  readonly #deliver: (message: Message) => Promise<void>
  #current: AbortController | undefined

  constructor(door: Door, deliver: (message: Message) => Promise<void>) {
    this.#door = door
    this.#deliver = deliver
  }

  /** Opens the stream of this session in place of any earlier one. */
  follow(link: Link): void {
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

  async #read(link: Link, signal: AbortSignal): Promise<Ending> {
    let opened = false
    try {
      const headers = { ...sessionHeaders(link), Accept: 'text/event-stream' }
      const reply = await this.#door.exchange({ gateway: link.gateway, method: 'GET', headers, signal })
      if (reply.kind === 'refusal') return mayComeLater(reply.status) ? 'unreachable' : 'not-offered'
      if (reply.kind === 'accepted') return 'not-offered'
      opened = reply.stream
      // An answer belongs to the POST that asked, and only there.
      for await (const message of reply.messages) {
        if (reply.stream && message.kind !== 'response') await this.#deliver(message)
      }
      return opened ? 'dropped' : 'not-offered'
    } catch {
      return opened ? 'dropped' : 'unreachable'
    }
  }
}

/** A conflict is the gateway that has not noticed yet that the earlier stream is gone. */
const mayComeLater = (status: number): boolean => status >= 500 || status === 409 || status === 429

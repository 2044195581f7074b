/**
 * Endpoint connection: keeps a connection to a XiaoZhi endpoint, and reconnects when it is lost.
 *
 * An endpoint server accepts first and refuses later, so an open socket proves nothing. It allows one connection per
 * token: two programs with the same token would replace each other forever, so `replaced` waits for a person. After a
 * lost link, the endpoint may still have the old socket; when it drops that one, it also unregisters the new one,
 * which then stays open but receives no requests. So the first socket after a loss is closed at once, and the
 * connection is renewed one minute after the loss.
 */
import type { XiaozhiErrorCode, XiaozhiPhase } from '@shared/features/xiaozhi.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import {
  type OpenTextSocket,
  type TextSocket,
  type TextSocketEvents,
  timedOutReason,
} from '../../network/text-socket.js'
import { backOff } from '../../policy/limits/back-off.js'
import { isTokenRefusal, replacedReason } from './endpoint-socket.js'

/** Close codes with a meaning here. */
const codes = { normal: 1_000, lost: 1_006 }

/** Milliseconds after which a connection counts as stable: the next loss starts with the shortest delay. */
export const minStableMs = 60_000
/** Milliseconds: longer than the endpoint keeps a lost socket open. */
export const renewAfterLossMs = 60_000
/** Milliseconds until a renewal that was postponed by a running call is tried again. */
const renewAgainMs = 2_000
/** Consecutive connections closed with 1000 and no reason, after which another program must be using the token. */
const maxNormalCloses = 3

/** Serves the messages of one connection. */
export interface EndpointSession {
  /** @returns whether it starts a session of the device service */
  receive(text: string): boolean
  /** No call is running. */
  readonly isIdle: boolean
  end(): void
}

export interface ConnectionStatus {
  readonly phase: XiaozhiPhase
  /** ISO 8601 of the next attempt. */
  readonly retryAt?: string
  readonly reason?: string
  /** Of `service-error.ts`, when the connection failed. */
  readonly code?: XiaozhiErrorCode
  readonly isInUse: boolean
}

export interface ConnectionOptions {
  readonly address: string
  readonly dial: OpenTextSocket
  readonly clock: Clock
  /** 0 up to 1; jitter between programs. */
  readonly chance: () => number
  /** Milliseconds. */
  readonly backoff: { readonly initial: number; readonly max: number }
  readonly openSession: (send: (text: string) => void) => EndpointSession
  readonly onChange: (status: ConnectionStatus) => void
}

interface Attempt {
  readonly socket: TextSocket
  /** It only replaces a lost socket, and is closed then. */
  readonly isFlush: boolean
  session?: EndpointSession
  /** Of `clock.elapsed()`. */
  openedAt?: number
  isInUse: boolean
  /** We have started the close. */
  isClosing: boolean
  cancelRenewal: () => void
}

export class EndpointConnection {
  readonly #options: ConnectionOptions
  #attempt: Attempt | undefined
  #status: ConnectionStatus = { phase: 'paused', isInUse: false }
  #cancelRetry = (): void => {}
  #retries = 0
  #normalCloses = 0
  /** The last connection ended without a close frame. */
  #wasLost = false
  /** The endpoint may still have a lost socket. */
  #needsRenewal = false
  #onStopped: (() => void) | undefined
  #startsAgain = false

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  /** Connects, unless connected or connecting; also where `refused` or `replaced` waited for a person. */
  start(): void {
    if (this.#onStopped) {
      this.#startsAgain = true
      return
    }
    if (this.#attempt) return
    this.#retries = 0
    this.#normalCloses = 0
    this.#cancelRetry()
    this.#dial()
  }

  /** Closes the connection; resolves when the socket is closed. */
  stop(): Promise<void> {
    this.#cancelRetry()
    this.#startsAgain = false
    this.#set({ phase: 'paused', isInUse: false })
    const attempt = this.#attempt
    if (!attempt) return Promise.resolve()
    return new Promise((resolve) => {
      const before = this.#onStopped
      this.#onStopped = () => {
        before?.()
        resolve()
      }
      this.#close(attempt)
    })
  }

  #dial(): void {
    const { address, dial } = this.#options
    const isFlush = this.#wasLost
    if (this.#status.phase !== 'connecting') this.#set({ phase: 'connecting', isInUse: false })
    let attempt: Attempt | undefined
    /** Events of a previous socket are dropped. */
    const ours = (take: (attempt: Attempt) => void) => () => attempt && attempt === this.#attempt && take(attempt)
    const events: TextSocketEvents = {
      open: ours((open) => this.#opened(open)),
      text: (text) => ours((open) => this.#receive(open, text))(),
      closed: (code, reason) => ours((gone) => this.#closed(gone, code, reason))(),
    }
    attempt = {
      socket: dial(address, events),
      isFlush,
      isInUse: false,
      isClosing: false,
      cancelRenewal: () => {},
    }
    this.#attempt = attempt
  }

  #opened(attempt: Attempt): void {
    const { clock, openSession } = this.#options
    if (attempt.isClosing) return
    attempt.openedAt = clock.elapsed()
    if (attempt.isFlush) return this.#close(attempt)
    attempt.session = openSession((text) => attempt.socket.send(text))
    this.#set({ phase: 'connected', isInUse: false })
    if (!this.#needsRenewal) return
    attempt.cancelRenewal = clock.after(renewAfterLossMs, () => this.#renew(attempt))
  }

  #receive(attempt: Attempt, text: string): void {
    if (!attempt.session?.receive(text) || attempt.isInUse) return
    attempt.isInUse = true
    this.#retries = 0
    this.#normalCloses = 0
    this.#set({ phase: 'connected', isInUse: true })
  }

  #renew(attempt: Attempt): void {
    if (attempt.session?.isIdle !== false) {
      this.#needsRenewal = false
      return this.#close(attempt)
    }
    attempt.cancelRenewal = this.#options.clock.after(renewAgainMs, () => this.#renew(attempt))
  }

  #close(attempt: Attempt): void {
    if (attempt.isClosing) return
    attempt.isClosing = true
    this.#release(attempt)
    attempt.socket.close()
  }

  #release(attempt: Attempt): void {
    attempt.cancelRenewal()
    attempt.session?.end()
    delete attempt.session
  }

  #closed(attempt: Attempt, code: number, reason: string): void {
    const { clock } = this.#options
    this.#release(attempt)
    this.#attempt = undefined
    const { openedAt } = attempt
    const lasted = openedAt !== undefined && clock.elapsed() - openedAt >= minStableMs
    if (lasted && !attempt.isFlush) {
      this.#retries = 0
      this.#normalCloses = 0
    }
    if (openedAt !== undefined && !attempt.isFlush) this.#wasLost = code === codes.lost
    this.#needsRenewal ||= this.#wasLost
    if (this.#onStopped) {
      const onStopped = this.#onStopped
      this.#onStopped = undefined
      onStopped()
      if (this.#startsAgain) this.start()
      return
    }
    if (isTokenRefusal(code, reason)) return this.#set({ phase: 'refused', reason, code: 4002, isInUse: false })
    if (reason === replacedReason) return this.#set({ phase: 'replaced', reason: `${code}`, isInUse: false })
    if (attempt.isClosing) return this.#afterOurClose(attempt, code, reason)
    if (code === codes.normal) {
      this.#normalCloses += 1
      if (this.#normalCloses >= maxNormalCloses) {
        return this.#set({ phase: 'replaced', reason: `${code}`, isInUse: false })
      }
    }
    this.#retry(reason)
  }

  /** The flush, or the renewal: reconnects at once after a clean close. */
  #afterOurClose(attempt: Attempt, code: number, reason: string): void {
    if (code === codes.lost) return this.#retry(reason)
    if (attempt.isFlush) this.#wasLost = false
    this.#dial()
  }

  #retry(reason: string): void {
    const { clock, chance, backoff } = this.#options
    const milliseconds = backOff(this.#retries, backoff.initial, chance(), backoff.max)
    this.#retries += 1
    const retryAt = new Date(clock.now().getTime() + milliseconds).toISOString()
    this.#set({ phase: 'retrying', reason, code: reason === timedOutReason ? 4003 : 4001, retryAt, isInUse: false })
    this.#cancelRetry = clock.after(milliseconds, () => this.#dial())
  }

  #set(status: ConnectionStatus): void {
    this.#status = status
    this.#options.onChange(status)
  }
}

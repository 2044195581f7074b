/**
 * Neuro connection: keeps the connection to the program of an AI VTuber. See docs/streaming.md#ai-vtuber.
 *
 * Enforces invariant 7: a fast sender is read more slowly, and dropped when it never slows down.
 */
import type { NeuroTest } from '@shared/features/neuro.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import {
  type OpenTextSocket,
  publicReason,
  type TextSocket,
  textSocketDial,
  timedOutReason,
} from '../../network/text-socket.js'
import { backOff } from '../../policy/limits/back-off.js'
import { FrameQuota } from '../../policy/limits/frame-quota.js'

/** Milliseconds without traffic before a ping, and after it until the link counts as lost. */
const pingAfterMs = 30_000
const pongWithinMs = 10_000
/** Milliseconds for the other side to finish a close. */
const closingMs = 2_000
/** Milliseconds after which the next loss starts with the shortest delay. */
export const minStableMs = 30_000
const backoff = { initial: 1_000, max: 30_000 }
/** Frames per millisecond, on average: an AI speaks, it does not stream. */
const frameRate = 0.02
/** Maximum bytes of a frame. */
const maxFrameBytes = 262_144
/** Milliseconds of a test. */
const testMs = 10_000

/** The reason when it sent without end. */
const floodReason = 'flood'

/** On this computer and in private networks only. */
export const dialNeuro = textSocketDial({ maxFrameBytes, nearOnly: true })

export interface ConnectionStatus {
  readonly phase: 'paused' | 'connecting' | 'connected' | 'retrying'
  /** ISO 8601 of the next attempt. */
  readonly retryAt?: string
  readonly reason?: string
}

export interface NeuroConnectionOptions {
  readonly address: string
  readonly dial: OpenTextSocket
  readonly clock: Clock
  /** 0 up to 1; jitter between programs. */
  readonly chance: () => number
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onChange: (status: ConnectionStatus) => void
}

export class NeuroConnection {
  readonly #options: NeuroConnectionOptions
  #socket: TextSocket | undefined
  #status: ConnectionStatus = { phase: 'paused' }
  #retries = 0
  #openedAt: number | undefined
  #failure: string | undefined
  #cancelRetry = (): void => {}
  #cancelWatch = (): void => {}
  #cancelPause = (): void => {}
  #onStopped: (() => void) | undefined
  #startsAgain = false

  constructor(options: NeuroConnectionOptions) {
    this.#options = options
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  send(text: string): void {
    this.#socket?.send(text)
  }

  /** Connects, unless connected or connecting. */
  start(): void {
    this.#startsAgain = this.#onStopped !== undefined
    if (this.#socket) return
    this.#cancelRetry()
    this.#retries = 0
    this.#dial()
  }

  /** Resolves when the socket is closed. */
  stop(): Promise<void> {
    this.#cancelRetry()
    this.#startsAgain = false
    this.#set({ phase: 'paused' })
    const socket = this.#socket
    if (!socket) return Promise.resolve()
    return new Promise((resolve) => {
      const before = this.#onStopped
      this.#onStopped = () => {
        before?.()
        resolve()
      }
      if (before) return
      this.#release()
      if (this.#openedAt === undefined) return socket.terminate()
      socket.close(1_000)
      this.#cancelWatch = this.#options.clock.after(closingMs, () => socket.terminate())
    })
  }

  #dial(): void {
    const { address, dial, clock, onOpen, onText } = this.#options
    this.#set({ phase: 'connecting' })
    this.#openedAt = undefined
    this.#failure = undefined
    const quota = new FrameQuota(clock.elapsed(), { rate: frameRate })
    const socket: TextSocket = dial(address, {
      open: () => {
        if (this.#onStopped) return
        this.#openedAt = clock.elapsed()
        this.#set({ phase: 'connected' })
        this.#watch(socket)
        onOpen()
      },
      text: (text) => {
        if (this.#onStopped) return
        this.#watch(socket)
        const decision = quota.take(Buffer.byteLength(text), clock.elapsed())
        if (decision.kind === 'cut') {
          this.#failure = floodReason
          return socket.terminate()
        }
        if (decision.kind === 'pause') {
          socket.pause()
          this.#cancelPause = clock.after(decision.milliseconds, () => socket.resume())
        }
        onText(text)
      },
      alive: () => {
        if (!this.#onStopped) this.#watch(socket)
      },
      closed: (_code, reason) => this.#closed(reason),
    })
    this.#socket = socket
  }

  /** Traffic proves that the link works; the next ping is due after silence. */
  #watch(socket: TextSocket): void {
    const { clock } = this.#options
    this.#cancelWatch()
    this.#cancelWatch = clock.after(pingAfterMs, () => {
      socket.ping()
      this.#cancelWatch = clock.after(pongWithinMs, () => {
        this.#failure = timedOutReason
        socket.terminate()
      })
    })
  }

  #release(): void {
    this.#cancelWatch()
    this.#cancelPause()
  }

  #closed(given: string): void {
    const { clock, chance } = this.#options
    this.#release()
    this.#socket = undefined
    if (this.#onStopped) {
      const onStopped = this.#onStopped
      this.#onStopped = undefined
      onStopped()
      if (this.#startsAgain) this.start()
      return
    }
    if (this.#openedAt !== undefined && clock.elapsed() - this.#openedAt >= minStableMs) this.#retries = 0
    const milliseconds = backOff(this.#retries, backoff.initial, chance(), backoff.max)
    this.#retries += 1
    const retryAt = new Date(clock.now().getTime() + milliseconds).toISOString()
    this.#set({ phase: 'retrying', reason: this.#failure ?? given, retryAt })
    this.#cancelRetry = clock.after(milliseconds, () => this.#dial())
  }

  #set(status: ConnectionStatus): void {
    this.#status = status
    this.#options.onChange(status)
  }
}

/** Whether something that speaks WebSocket listens at an address. */
export function testNeuro(
  address: string,
  { dial, clock }: Pick<NeuroConnectionOptions, 'dial' | 'clock'>,
): Promise<NeuroTest> {
  return new Promise((resolve) => {
    const cancel = clock.after(testMs, () => {
      socket.terminate()
      resolve({ kind: 'unreachable', reason: timedOutReason })
    })
    const socket = dial(address, {
      open() {
        cancel()
        resolve({ kind: 'open' })
        socket.close(1_000)
      },
      text() {},
      alive() {},
      closed(_code, reason) {
        cancel()
        resolve(reason === publicReason ? { kind: 'public' } : { kind: 'unreachable', reason })
      },
    })
  })
}

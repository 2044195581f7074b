/** Neuro connection: keeps the connection to the program of an AI VTuber. See docs/streaming.md#ai-vtuber. */
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

/** Milliseconds after which the next loss starts with the shortest delay. */
export const minStableMs = 30_000
const backoff = { initial: 1_000, max: 30_000 }
/** Frames per millisecond, on average: an AI speaks, it does not stream. */
const rate = 0.02
/** Maximum bytes of a frame. */
const maxFrameBytes = 262_144
const maxUnreadBytes = 1_048_576
/** Milliseconds of a test. */
const testMs = 10_000

/** On this computer and in private networks only. */
export const dialNeuro = (clock: Clock): OpenTextSocket =>
  textSocketDial({ clock, maxFrameBytes, maxUnreadBytes, rate, nearOnly: true })

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
  #cancelRetry = (): void => {}
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
      socket.close()
    })
  }

  #dial(): void {
    const { address, dial, clock, onOpen, onText } = this.#options
    this.#set({ phase: 'connecting' })
    this.#openedAt = undefined
    this.#socket = dial(address, {
      open: () => {
        if (this.#onStopped) return
        this.#openedAt = clock.elapsed()
        this.#set({ phase: 'connected' })
        onOpen()
      },
      text: onText,
      closed: (_code, reason) => this.#closed(reason),
    })
  }

  #closed(reason: string): void {
    const { clock, chance } = this.#options
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
    this.#set({ phase: 'retrying', reason, retryAt })
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
      socket.close()
      resolve({ kind: 'unreachable', reason: timedOutReason })
    })
    const socket = dial(address, {
      open() {
        cancel()
        resolve({ kind: 'open' })
        socket.close()
      },
      text() {},
      closed(_code, reason) {
        cancel()
        resolve(reason === publicReason ? { kind: 'public' } : { kind: 'unreachable', reason })
      },
    })
  })
}

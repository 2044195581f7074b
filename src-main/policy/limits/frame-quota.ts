/**
 * Frame quota: how much one connection may send before other connections are read. See docs/protocol.md#agents-limits.
 *
 * Nothing is lost: a fast sender is read more slowly, and disconnected only if it never slows down.
 */

/** Frames that may arrive without a pause. */
const burst = 500
/** Frames per millisecond of an agent, on average. */
const agentRate = 5
/** Bytes that count as one more frame: about 10 MB/s for an agent. A burst is about the size of its largest frame. */
const agentBytesAFrame = 2_048
/** Milliseconds above the quota without a pause, after which the sender is disconnected. */
const maxRushMs = 10_000

export type QuotaDecision =
  | { readonly kind: 'go' }
  /** Stop reading for this time. */
  | { readonly kind: 'pause'; readonly milliseconds: number }
  | { readonly kind: 'cut' }

export interface FrameQuotaOptions {
  /** Frames per millisecond, on average. */
  readonly rate?: number
  readonly bytesAFrame?: number
}

export class FrameQuota {
  readonly #rate: number
  readonly #bytesAFrame: number
  #left = burst
  #at: number
  #rushSince: number | undefined

  /** @param now milliseconds of the monotonic clock */
  constructor(now: number, { rate = agentRate, bytesAFrame = agentBytesAFrame }: FrameQuotaOptions = {}) {
    this.#rate = rate
    this.#bytesAFrame = bytesAFrame
    this.#at = now
  }

  /** Counts a received frame. */
  take(bytes: number, now: number): QuotaDecision {
    const refilled = this.#left + (now - this.#at) * this.#rate
    this.#at = now
    if (refilled >= burst) this.#rushSince = undefined
    this.#left = Math.min(burst, refilled) - Math.max(1, bytes / this.#bytesAFrame)
    if (this.#left > 0) return { kind: 'go' }
    this.#rushSince ??= now
    if (now - this.#rushSince >= maxRushMs) return { kind: 'cut' }
    return { kind: 'pause', milliseconds: Math.ceil((burst / 2 - this.#left) / this.#rate) }
  }
}

/**
 * Pending call: one call that waits for a person, and all requests that wait for its result.
 *
 * Each waiter gets one response: the result, or "pending" after its timeout. A waiter that leaves does not cancel the
 * request for others, nor for a client that received "pending" or may come back: so a person is asked once.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { CallOutcome, CallProgress, CallReport, PendingOutcome } from '../ports/calls.js'
import type { CallSignal } from '../ports/cancellation.js'
import type { Clock } from '../ports/runtime.js'

/**
 * Milliseconds that a request stays open for a client that timed out or lost its connection, and that a result is kept
 * for a client that may have given up in silence.
 */
export const returnMs = 60_000

/**
 * Milliseconds of waiting after which an equal call of the same session may mean that the earlier one was given up in
 * silence. The timers of clients are longer.
 */
export const silentMs = 1_000

/** A client that waits. */
export interface Waiter {
  /** Milliseconds that it waits for the result; then it gets "pending". */
  readonly milliseconds: number
  /** Aborts when it leaves. */
  readonly cancelled: CallSignal
  readonly sessionId: string | undefined
  /** Whether nothing shows that it read its response. */
  readonly mayGiveUpSilently: boolean
  /** Called when it leaves; returns whether it may come back for the same call. */
  onLeave(): boolean
  /** Called when the call got further. */
  readonly onProgress: ((progress: CallProgress) => void) | undefined
  /** Called when its session repeats the call while it still waits. */
  onReplaced(waitedMs: number): void
}

export interface PendingCallDependencies {
  readonly clock: Clock
  readonly approval: OpenApproval
  readonly traceId: string
  /** Whether the request is still open; otherwise the call is running. */
  readonly isOpen: () => boolean
  /** Current deadline, ISO 8601; undefined when the request is closed. */
  readonly expiresAt: () => string | undefined
  /** Withdraws the request if it is still open. */
  readonly withdraw: () => void
}

export class PendingCall {
  readonly approval: OpenApproval
  readonly traceId: string
  readonly #deps: PendingCallDependencies
  readonly #waiting = new Map<(report: CallReport) => void, Waiter & { readonly began: number }>()
  #report: CallReport<CallOutcome> | undefined
  #progress: CallProgress | undefined
  #expiresAt: string
  #hasUnclaimedResult = false
  /** Sessions whose client may have given up in silence: then the result may have reached nobody. */
  readonly #unread = new Set<string | undefined>()
  #endedAt = 0
  /** Ends the time in which the last client may come back. */
  #stopReturn: (() => void) | undefined

  constructor(deps: PendingCallDependencies) {
    this.#deps = deps
    this.approval = deps.approval
    this.traceId = deps.traceId
    this.#expiresAt = deps.approval.expiresAt
  }

  get stage(): PendingOutcome['stage'] {
    return this.#deps.isOpen() ? 'waiting-for-person' : 'running'
  }

  /** Deadline, ISO 8601; it moves while a person reads. */
  get expiresAt(): string {
    this.#expiresAt = this.#deps.expiresAt() ?? this.#expiresAt
    return this.#expiresAt
  }

  /** How far it is; undefined when it does not say. */
  get progress(): CallProgress | undefined {
    return this.#progress
  }

  /** Every waiter receives it. */
  noteProgress(progress: CallProgress): void {
    this.#progress = progress
    for (const { onProgress } of this.#waiting.values()) onProgress?.(progress)
  }

  /** Withdraws the request if it is still open, whoever waits for it. */
  get withdraw(): () => void {
    return this.#deps.withdraw
  }

  /** Whether a client received "pending", or may come back, and has not collected the result yet. */
  get hasUnclaimedResult(): boolean {
    return this.#hasUnclaimedResult || this.#stopReturn !== undefined
  }

  /** Whether the next equal call may want this one: its result is unclaimed, or perhaps unread. */
  get isFindable(): boolean {
    return this.hasUnclaimedResult || !this.#report || (this.#unread.size > 0 && this.#isRecent)
  }

  /** Whether an equal call of this session gets this result. */
  isFor(sessionId: string | undefined): boolean {
    return this.isFindable && (this.hasUnclaimedResult || !this.#report || this.#unread.has(sessionId))
  }

  get #isRecent(): boolean {
    return this.#deps.clock.elapsed() - this.#endedAt < returnMs
  }

  /** The result, for a client that calls again. */
  collect(): CallReport<CallOutcome> | undefined {
    if (this.#report) {
      this.#hasUnclaimedResult = false
      this.#unread.clear()
    }
    this.#endReturn()
    return this.#report
  }

  /** Waits for the result. */
  wait(waiter: Waiter): Promise<CallReport> {
    const { clock, withdraw } = this.#deps
    const { milliseconds, cancelled } = waiter
    const began = clock.elapsed()
    if (this.#report) return Promise.resolve(this.#report)
    this.#endReturn()
    this.#replaceSilent(waiter.sessionId)
    if (this.#progress) waiter.onProgress?.(this.#progress)
    return new Promise((resolve) => {
      const respond = (report: CallReport): void => {
        this.#waiting.delete(respond)
        stopClock()
        cancelled.removeEventListener('abort', onCancel)
        resolve(report)
      }
      const onCancel = (): void => {
        const isLast = this.#waiting.size === 1 && !this.hasUnclaimedResult
        const mayReturn = waiter.onLeave()
        if (isLast && !mayReturn) return withdraw()
        respond(this.#pending(clock.elapsed() - began))
        if (isLast) this.#waitForReturn()
      }
      const stopClock = clock.after(milliseconds, () => {
        this.#hasUnclaimedResult = true
        respond(this.#pending(clock.elapsed() - began))
      })
      this.#waiting.set(respond, { ...waiter, began })
      cancelled.addEventListener('abort', onCancel, { once: true })
      if (cancelled.aborted) onCancel()
    })
  }

  /**
   * The call has ended: all waiters receive the report.
   *
   * @param kept the report for a client that calls again
   */
  end(report: CallReport<CallOutcome>, kept: CallReport<CallOutcome>): void {
    this.#report = kept
    this.#endedAt = this.#deps.clock.elapsed()
    // A failure is not repeated: whoever calls again wants another try.
    if (report.outcome.kind !== 'done') this.#unread.clear()
    else
      for (const { sessionId, began, mayGiveUpSilently } of this.#waiting.values())
        if (mayGiveUpSilently && this.#endedAt - began >= silentMs) this.#unread.add(sessionId)
    if (this.#waiting.size > 0) this.#hasUnclaimedResult = false
    else if (this.#stopReturn) this.#hasUnclaimedResult = true
    this.#endReturn()
    for (const respond of [...this.#waiting.keys()]) respond(report)
  }

  /** Replaces the stored result with a shorter one. */
  shortenResult(shorten: (report: CallReport<CallOutcome>) => { readonly report: CallReport<CallOutcome> }): void {
    if (this.#report) this.#report = shorten(this.#report).report
  }

  /** Nobody reads what a session waited for when it repeats the call. */
  #replaceSilent(sessionId: string | undefined): void {
    for (const [respond, waiter] of [...this.#waiting]) {
      const waited = this.#deps.clock.elapsed() - waiter.began
      if (waiter.sessionId !== sessionId || waited < silentMs) continue
      this.#unread.add(sessionId)
      waiter.onReplaced(waited)
      respond(this.#pending(waited))
    }
  }

  /** Nobody waits, but the client may repeat its call. */
  #waitForReturn(): void {
    const { clock, withdraw } = this.#deps
    this.#stopReturn = clock.after(returnMs, () => {
      this.#stopReturn = undefined
      if (!this.#hasUnclaimedResult && this.#waiting.size === 0) withdraw()
    })
  }

  #endReturn(): void {
    this.#stopReturn?.()
    this.#stopReturn = undefined
  }

  #pending(waited: number): CallReport<PendingOutcome> {
    const { id, requestId, server, capabilityId, risk } = this.approval
    const about = { capabilityId, riskLevel: risk }
    return {
      requestId,
      traceId: this.traceId,
      outcome: { kind: 'pending', approvalId: id, stage: this.stage, until: this.expiresAt, about },
      timestamp: this.#deps.clock.now().toISOString(),
      milliseconds: waited,
      serverId: server.id,
    }
  }
}

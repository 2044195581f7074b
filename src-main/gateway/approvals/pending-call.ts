/**
 * Pending call: one call that waits for a person, and all requests that wait for its result.
 *
 * Each waiter gets one response: the result, or "pending" after its timeout. A waiter that leaves does not cancel the
 * request for others, nor for a client that received "pending" or may come back: so a person is asked once.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { CallOutcome, CallReport, PendingOutcome } from '../ports/calls.js'
import type { CallSignal } from '../ports/cancellation.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds that a request stays open for a client that timed out or lost its connection. */
export const returnMs = 60_000

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
  readonly #waiting = new Set<(report: CallReport) => void>()
  #report: CallReport<CallOutcome> | undefined
  #expiresAt: string
  #hasUnclaimedResult = false
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

  /** Withdraws the request if it is still open, whoever waits for it. */
  get withdraw(): () => void {
    return this.#deps.withdraw
  }

  /** Whether a client received "pending", or may come back, and has not collected the result yet. */
  get hasUnclaimedResult(): boolean {
    return this.#hasUnclaimedResult || this.#stopReturn !== undefined
  }

  /** The result, for a client that calls again. */
  collect(): CallReport<CallOutcome> | undefined {
    if (this.#report) this.#hasUnclaimedResult = false
    this.#endReturn()
    return this.#report
  }

  /**
   * Waits for the result.
   *
   * @param milliseconds after which the response is "pending"
   * @param cancelled aborts when the waiter leaves
   * @param onLeave called when the waiter leaves; returns whether it may come back for the same call
   */
  wait(milliseconds: number, cancelled: CallSignal, onLeave: () => boolean): Promise<CallReport> {
    const { clock, withdraw } = this.#deps
    const began = clock.elapsed()
    if (this.#report) return Promise.resolve(this.#report)
    this.#endReturn()
    return new Promise((resolve) => {
      const respond = (report: CallReport): void => {
        this.#waiting.delete(respond)
        stopClock()
        cancelled.removeEventListener('abort', onCancel)
        resolve(report)
      }
      const onCancel = (): void => {
        const isLast = this.#waiting.size === 1 && !this.hasUnclaimedResult
        const mayReturn = onLeave()
        if (isLast && !mayReturn) return withdraw()
        respond(this.#pending(clock.elapsed() - began))
        if (isLast) this.#waitForReturn()
      }
      const stopClock = clock.after(milliseconds, () => {
        this.#hasUnclaimedResult = true
        respond(this.#pending(clock.elapsed() - began))
      })
      this.#waiting.add(respond)
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
    if (this.#waiting.size > 0) this.#hasUnclaimedResult = false
    else if (this.#stopReturn) this.#hasUnclaimedResult = true
    this.#endReturn()
    for (const respond of [...this.#waiting]) respond(report)
  }

  /** Replaces the stored result with a shorter one. */
  shortenResult(shorten: (report: CallReport<CallOutcome>) => { readonly report: CallReport<CallOutcome> }): void {
    if (this.#report) this.#report = shorten(this.#report).report
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

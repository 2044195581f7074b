/**
 * Held call: one call that has asked a person, and everybody who waits for how it ends.
 *
 * Each who waits is answered once: with how it ended, or that it is pending when they have waited long enough. Nobody
 * who stops waiting takes the question away from the others, nor from who was told to come back.
 */
import type { OpenApproval } from '../contract/approval.js'
import type { CallReport, Outcome, Pending } from './call-path.js'
import type { Clock } from './ports.js'

export interface HeldCallParts {
  readonly clock: Clock
  readonly approval: OpenApproval
  readonly traceId: string
  /** Whether the question is still open; when not, the call runs. */
  readonly isOpen: () => boolean
  /** ISO 8601, when time is up as it stands now; undefined when the question is closed. */
  readonly expiresAt: () => string | undefined
  /** Takes the question back, where it is still open. */
  readonly withdraw: () => void
}

export class HeldCall {
  readonly approval: OpenApproval
  readonly traceId: string
  readonly #parts: HeldCallParts
  readonly #waiting = new Set<(report: CallReport) => void>()
  #report: CallReport<Outcome> | undefined
  #expiresAt: string
  #owes = false

  constructor(parts: HeldCallParts) {
    this.#parts = parts
    this.approval = parts.approval
    this.traceId = parts.traceId
    this.#expiresAt = parts.approval.expiresAt
  }

  get stage(): Pending['stage'] {
    return this.#parts.isOpen() ? 'waiting-for-person' : 'running'
  }

  /** ISO 8601, when time is up; it moves while somebody reads. */
  get expiresAt(): string {
    this.#expiresAt = this.#parts.expiresAt() ?? this.#expiresAt
    return this.#expiresAt
  }

  /** Whether somebody was told to come back, and nobody has been told the end yet. */
  get owesAnEnd(): boolean {
    return this.#owes
  }

  /** How it ended, told to who came back for it. */
  collect(): CallReport<Outcome> | undefined {
    if (this.#report) this.#owes = false
    return this.#report
  }

  /**
   * Waits for the end.
   *
   * @param milliseconds after which the answer is that it is pending
   * @param cancelled aborts when the one who waits no longer does
   */
  wait(milliseconds: number, cancelled: AbortSignal): Promise<CallReport> {
    const { clock, withdraw } = this.#parts
    const began = clock.elapsed()
    if (this.#report) return Promise.resolve(this.#report)
    return new Promise((resolve) => {
      const answer = (report: CallReport): void => {
        this.#waiting.delete(answer)
        stopClock()
        cancelled.removeEventListener('abort', onCancel)
        resolve(report)
      }
      const onCancel = (): void => {
        if (this.#waiting.size === 1 && !this.#owes) withdraw()
        else answer(this.#pending(clock.elapsed() - began))
      }
      const stopClock = clock.after(milliseconds, () => {
        this.#owes = true
        answer(this.#pending(clock.elapsed() - began))
      })
      this.#waiting.add(answer)
      cancelled.addEventListener('abort', onCancel, { once: true })
      if (cancelled.aborted) onCancel()
    })
  }

  /**
   * The call is over: everybody who still waits is told.
   *
   * @param kept what is told to who comes back
   */
  end(report: CallReport<Outcome>, kept: CallReport<Outcome>): void {
    this.#report = kept
    if (this.#waiting.size > 0) this.#owes = false
    for (const answer of [...this.#waiting]) answer(report)
  }

  /** Keeps less of how it ended. */
  keep(lessOf: (report: CallReport<Outcome>) => { readonly report: CallReport<Outcome> }): void {
    if (this.#report) this.#report = lessOf(this.#report).report
  }

  #pending(waited: number): CallReport<Pending> {
    const { id, requestId, server, capabilityId, risk } = this.approval
    const about = { capabilityId, riskLevel: risk }
    return {
      requestId,
      traceId: this.traceId,
      outcome: { kind: 'pending', approvalId: id, stage: this.stage, until: this.expiresAt, about },
      timestamp: this.#parts.clock.now().toISOString(),
      milliseconds: waited,
      serverId: server.id,
    }
  }
}

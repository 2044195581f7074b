/**
 * Waiting requests: a device's requests that needed a decision, until the device knows the outcome.
 *
 * A voice device gets text only with a call: an outcome is reported with the next result, once, and again on request.
 * Enforces invariant 3: nothing here requests or runs anything.
 */
import type { ApprovalId } from '@shared/approvals/approval.js'
import type { ApprovalStatus } from '../../gateway/ports/call-response.js'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Clock } from '../../gateway/ports/runtime.js'

/** Maximum requests; the oldest is dropped. */
const maxRequests = 32
/** Milliseconds that an outcome can be read. */
const outcomeRetentionMs = 15 * 60_000

export type RequestEnd =
  | { readonly kind: 'ended'; readonly what: string; readonly capabilityId: string; readonly report: CallReport }
  | { readonly kind: 'forgotten'; readonly what: string }

export type RequestStatus = RequestEnd | { readonly kind: 'waiting' | 'running'; readonly what: string }

interface TrackedRequest {
  readonly what: string
  end?: RequestEnd
  isReported?: boolean
  /** Of `clock.elapsed()`, once it has ended. */
  until?: number
}

export class WaitingRequests {
  readonly #clock: Clock
  readonly #statusOf: (id: ApprovalId) => ApprovalStatus | undefined
  readonly #kept = new Map<ApprovalId, TrackedRequest>()

  constructor(clock: Clock, statusOf: (id: ApprovalId) => ApprovalStatus | undefined) {
    this.#clock = clock
    this.#statusOf = statusOf
  }

  /** Requests with unknown outcomes. */
  get count(): number {
    return [...this.#kept.values()].filter(({ end }) => !end).length
  }

  add(id: ApprovalId, what: string): void {
    const known = this.#kept.get(id)
    if (known && !known.end) return
    this.#kept.delete(id)
    this.#kept.set(id, { what })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxRequests && oldest !== undefined) this.#kept.delete(oldest)
  }

  /** The oldest unreported outcomes; the others are for later. @param requestId of a result that is reported anyway */
  takeEnds(requestId?: string, most = maxRequests): RequestEnd[] {
    this.#look()
    const taken: RequestEnd[] = []
    for (const kept of this.#kept.values()) {
      if (!kept.end || kept.isReported) continue
      if (kept.end.kind === 'ended' && kept.end.report.requestId === requestId) kept.isReported = true
      else if (taken.length < most) {
        kept.isReported = true
        taken.push(kept.end)
      }
    }
    return taken
  }

  /** The status of every request; `markReported` receives those that are reported now. */
  requestStatuses(): RequestStatus[] {
    const stages = this.#look()
    return [...this.#kept].map(
      ([id, { end, what }]): RequestStatus => end ?? { kind: stages.get(id) ?? 'waiting', what },
    )
  }

  /** @param standing one of `standings()` */
  markReported(standing: RequestStatus): void {
    for (const kept of this.#kept.values()) if (kept.end === standing) kept.isReported = true
  }

  #look(): ReadonlyMap<ApprovalId, 'waiting' | 'running'> {
    const now = this.#clock.elapsed()
    const stages = new Map<ApprovalId, 'waiting' | 'running'>()
    for (const [id, kept] of this.#kept) {
      if (kept.until !== undefined && kept.until <= now) this.#kept.delete(id)
      if (kept.end) continue
      const status = this.#statusOf(id)
      if (status && status.state !== 'ended') {
        stages.set(id, status.state === 'running' ? 'running' : 'waiting')
        continue
      }
      const { what } = kept
      kept.until = now + outcomeRetentionMs
      kept.end = status
        ? { kind: 'ended', what, capabilityId: status.capabilityId, report: status.report }
        : { kind: 'forgotten', what }
    }
    return stages
  }
}

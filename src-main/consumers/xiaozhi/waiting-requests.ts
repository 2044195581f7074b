/**
 * Waiting requests: a device's requests that needed a decision, until the device knows the outcome.
 *
 * A voice device gets text only with a call: an outcome is reported with the next result, once, and again on request.
 * Enforces invariant 3: nothing here requests or runs anything.
 */
import type { ApprovalId } from '@shared/approvals/approval.js'
import { RecentMap } from '@shared/recent-map.js'
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
  readonly #requests = new RecentMap<ApprovalId, TrackedRequest>(maxRequests)

  constructor(clock: Clock, statusOf: (id: ApprovalId) => ApprovalStatus | undefined) {
    this.#clock = clock
    this.#statusOf = statusOf
  }

  /** Requests with unknown outcomes. */
  get count(): number {
    return [...this.#requests.values()].filter(({ end }) => !end).length
  }

  add(id: ApprovalId, what: string): void {
    const known = this.#requests.get(id)
    if (known && !known.end) return
    this.#requests.set(id, { what })
  }

  /** The oldest unreported outcomes; the others are for later. @param requestId of a result that is reported anyway */
  takeEnds(requestId?: string, most = maxRequests): RequestEnd[] {
    this.#refresh()
    const taken: RequestEnd[] = []
    for (const request of this.#requests.values()) {
      if (!request.end || request.isReported) continue
      if (request.end.kind === 'ended' && request.end.report.requestId === requestId) request.isReported = true
      else if (taken.length < most) {
        request.isReported = true
        taken.push(request.end)
      }
    }
    return taken
  }

  /** The status of every request; `markReported` receives those that are reported now. */
  requestStatuses(): RequestStatus[] {
    const stages = this.#refresh()
    return [...this.#requests].map(
      ([id, { end, what }]): RequestStatus => end ?? { kind: stages.get(id) ?? 'waiting', what },
    )
  }

  /** @param status one of `standings()` */
  markReported(status: RequestStatus): void {
    for (const request of this.#requests.values()) if (request.end === status) request.isReported = true
  }

  #refresh(): ReadonlyMap<ApprovalId, 'waiting' | 'running'> {
    const now = this.#clock.elapsed()
    const stages = new Map<ApprovalId, 'waiting' | 'running'>()
    for (const [id, request] of this.#requests) {
      if (request.until !== undefined && request.until <= now) this.#requests.delete(id)
      if (request.end) continue
      const status = this.#statusOf(id)
      if (status && status.state !== 'ended') {
        stages.set(id, status.state === 'running' ? 'running' : 'waiting')
        continue
      }
      const { what } = request
      request.until = now + outcomeRetentionMs
      request.end = status
        ? { kind: 'ended', what, capabilityId: status.capabilityId, report: status.report }
        : { kind: 'forgotten', what }
    }
    return stages
  }
}

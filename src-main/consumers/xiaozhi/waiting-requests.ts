/**
 * Waiting requests: what a device asked that a person had to decide, until the device knows how it ended.
 *
 * A voice device hears an answer only when it calls: an end is said with the next result, once, and again whenever it asks
 * for it. Guards invariant 3: nothing here asks or runs anything.
 */
import type { ApprovalId } from '../../contract/approval.js'
import type { ApprovalStatus } from '../../gateway/call-answer.js'
import type { CallReport } from '../../gateway/call-path.js'
import type { Clock } from '../../gateway/ports.js'

/** Requests that are remembered; the oldest goes first. */
const mostRequests = 32
/** Milliseconds that an end can be asked for. */
const endKeptMs = 15 * 60_000

export type RequestEnd =
  | { readonly kind: 'ended'; readonly what: string; readonly capabilityId: string; readonly report: CallReport }
  | { readonly kind: 'forgotten'; readonly what: string }

export type RequestStanding = RequestEnd | { readonly kind: 'waiting' | 'running'; readonly what: string }

interface Kept {
  readonly what: string
  end?: RequestEnd
  isSaid?: boolean
  /** Of `clock.elapsed()`, once it has ended. */
  until?: number
}

export class WaitingRequests {
  readonly #clock: Clock
  readonly #statusOf: (id: ApprovalId) => ApprovalStatus | undefined
  readonly #kept = new Map<ApprovalId, Kept>()

  constructor(clock: Clock, statusOf: (id: ApprovalId) => ApprovalStatus | undefined) {
    this.#clock = clock
    this.#statusOf = statusOf
  }

  /** Requests whose end is not known. */
  get count(): number {
    return [...this.#kept.values()].filter(({ end }) => !end).length
  }

  add(id: ApprovalId, what: string): void {
    const known = this.#kept.get(id)
    if (known && !known.end) return
    this.#kept.delete(id)
    this.#kept.set(id, { what })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostRequests && oldest !== undefined) this.#kept.delete(oldest)
  }

  /** The oldest ends that were not said yet; the others are for a later time. @param requestId of a result that is said anyway */
  takeEnds(requestId?: string, most = mostRequests): RequestEnd[] {
    this.#look()
    const taken: RequestEnd[] = []
    for (const kept of this.#kept.values()) {
      if (!kept.end || kept.isSaid) continue
      if (kept.end.kind === 'ended' && kept.end.report.requestId === requestId) kept.isSaid = true
      else if (taken.length < most) {
        kept.isSaid = true
        taken.push(kept.end)
      }
    }
    return taken
  }

  /** How every request stands, also those whose end was said; which of them are said now, `markSaid` hears. */
  standings(): RequestStanding[] {
    const stages = this.#look()
    return [...this.#kept].map(
      ([id, { end, what }]): RequestStanding => end ?? { kind: stages.get(id) ?? 'waiting', what },
    )
  }

  /** @param standing one of `standings()` */
  markSaid(standing: RequestStanding): void {
    for (const kept of this.#kept.values()) if (kept.end === standing) kept.isSaid = true
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
      kept.until = now + endKeptMs
      kept.end = status
        ? { kind: 'ended', what, capabilityId: status.capabilityId, report: status.report }
        : { kind: 'forgotten', what }
    }
    return stages
  }
}

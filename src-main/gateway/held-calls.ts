/**
 * Held calls: a client waits for a person only for a while; the question and the call go on without it.
 *
 * Guards invariant 3: the call that asked is the call that runs, once, however many ask the same, go or come back.
 * Guards invariant 6: how a question stands can be read here, by who asked it; nothing decides it.
 */
import type { ApprovalId, OpenApproval } from '../contract/approval.js'
import type { Caller } from '../contract/call.js'
import type { Approvals } from './approvals.js'
import type { AskedCalls } from './asked-calls.js'
import type { ApprovalStatus } from './call-answer.js'
import type { CallReport, CallRequest, Joined, Outcome } from './call-path.js'
import { HeldCall } from './held-call.js'
import { keepable, keptCharacters, withoutResult } from './kept-results.js'
import type { Clock } from './ports.js'

/** Milliseconds a client waits at most: less than what clients wait for any answer. */
export const defaultHoldMs = 45_000

/** Milliseconds for who waits for the end: longer than any question stays open. */
const untilEndMs = 24 * 3_600_000

/** How long, and how many of all clients together, ends are kept for who comes back. */
export const kept = { milliseconds: 15 * 60_000, calls: 256 }

interface EndedCall {
  readonly call: HeldCall
  readonly until: number
  /** Of what is kept of its result. */
  characters: number
}

export interface HeldCallsParts {
  readonly clock: Clock
  readonly approvals: Approvals
  readonly asked: AskedCalls
  /** Takes a call through the gateway. Never rejects. */
  readonly run: (request: CallRequest) => Promise<CallReport<Outcome> | Joined>
  readonly holdMs?: number
}

export class HeldCalls {
  readonly #parts: HeldCallsParts
  readonly #holdMs: number
  readonly #going = new Map<ApprovalId, HeldCall>()
  /** In the order they ended. */
  readonly #ended = new Map<ApprovalId, EndedCall>()

  constructor(parts: HeldCallsParts) {
    this.#parts = parts
    this.#holdMs = parts.holdMs ?? defaultHoldMs
  }

  /** Takes a call through the gateway and waits for its end, or until it is pending. Never rejects. */
  invoke(request: CallRequest): Promise<CallReport> {
    const { clock, run } = this.#parts
    const { signal } = request
    const began = clock.elapsed()
    const withdrawal = new AbortController()
    const withdraw = (): void => withdrawal.abort()
    if (signal.aborted) withdraw()
    else signal.addEventListener('abort', withdraw, { once: true })

    return new Promise((resolve) => {
      let held: HeldCall | undefined
      const onWaiting = (approval: OpenApproval, traceId: string): void => {
        signal.removeEventListener('abort', withdraw)
        held = this.#hold(approval, traceId, withdraw)
        resolve(held.wait(this.#timeLeft(request, began), signal))
        request.onWaiting?.(approval, traceId)
      }
      void run({ ...request, signal: withdrawal.signal, onWaiting }).then((ended) => {
        signal.removeEventListener('abort', withdraw)
        if ('joined' in ended) return resolve(this.#join(ended.joined, request, began))
        if (held) this.#end(held, ended)
        resolve(ended)
      })
    })
  }

  /** How a question of this caller stands; undefined when it is not known, no longer kept, or somebody else's. */
  statusOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined {
    const call = this.#find(id)
    if (!call || !isSame(call.approval.caller, caller)) return undefined
    const { capabilityId, server, askedAt } = call.approval
    const { expiresAt } = call
    const status = { approvalId: id, capabilityId, server, askedAt, expiresAt }
    const report = call.collect()
    if (!report) return { ...status, state: call.stage }
    this.#parts.asked.forget(id)
    return { ...status, state: 'ended', report }
  }

  #hold(approval: OpenApproval, traceId: string, withdraw: () => void): HeldCall {
    const { clock, approvals, asked } = this.#parts
    const { id } = approval
    const isOpen = () => approvals.isOpen(id)
    const expiresAt = () => approvals.find(id)?.expiresAt
    const takeBack = (): void => {
      if (isOpen()) asked.forget(id)
      withdraw()
    }
    const call = new HeldCall({ clock, approval, traceId, isOpen, expiresAt, withdraw: takeBack })
    this.#going.set(id, call)
    return call
  }

  /** What a client has come back for is told to it, and not done again. */
  #join(id: ApprovalId, request: CallRequest, began: number): Promise<CallReport> {
    const call = this.#find(id)
    if (!call) return this.invoke(request)
    const report = call.collect()
    if (report) {
      this.#parts.asked.forget(id)
      return Promise.resolve(report)
    }
    request.onWaiting?.(call.approval, call.traceId)
    return call.wait(this.#timeLeft(request, began), request.signal)
  }

  #end(call: HeldCall, report: CallReport<Outcome>): void {
    const { id } = call.approval
    this.#going.delete(id)
    const { report: keeping, characters } = keepable(report)
    call.end(report, keeping)
    if (!call.owesAnEnd) this.#parts.asked.forget(id)
    this.#ended.set(id, { call, characters, until: this.#parts.clock.elapsed() + kept.milliseconds })
    this.#sweep()
  }

  #find(id: ApprovalId): HeldCall | undefined {
    this.#sweep()
    return this.#going.get(id) ?? this.#ended.get(id)?.call
  }

  #sweep(): void {
    const now = this.#parts.clock.elapsed()
    for (const [id, { until }] of this.#ended) {
      if (until > now) break
      this.#forget(id)
    }
    while (this.#ended.size > kept.calls) this.#forget(this.#oldestOfBusiest(() => 1))
    let characters = [...this.#ended.values()].reduce((sum, one) => sum + one.characters, 0)
    while (characters > keptCharacters.all) {
      const largest = this.#ended.get(this.#oldestOfBusiest((one) => one.characters))
      if (!largest) return
      characters -= largest.characters
      largest.characters = 0
      largest.call.keep(withoutResult)
    }
  }

  /** Who asks a lot pushes out its own ends, not what others have yet to come back for. */
  #oldestOfBusiest(sizeOf: (ended: EndedCall) => number): ApprovalId {
    const oldest = new Map<string, { readonly id: ApprovalId; size: number }>()
    for (const [id, ended] of this.#ended) {
      const size = sizeOf(ended)
      const own = oldest.get(ended.call.approval.caller.id)
      if (own) own.size += size
      else if (size > 0) oldest.set(ended.call.approval.caller.id, { id, size })
    }
    return [...oldest.values()].reduce((most, own) => (own.size > most.size ? own : most)).id
  }

  #forget(id: ApprovalId): void {
    this.#ended.delete(id)
    this.#parts.asked.forget(id)
  }

  #timeLeft({ waitsForEnd, holdMs = this.#holdMs }: CallRequest, began: number): number {
    const most = waitsForEnd ? untilEndMs : Math.min(holdMs, this.#holdMs)
    return Math.max(0, most - (this.#parts.clock.elapsed() - began))
  }
}

/** With the shown name: behind the bridge stand several who share one id. */
const isSame = (one: Caller, other: Caller): boolean =>
  one.type === other.type && one.id === other.id && one.name === other.name && one.sessionId === other.sessionId

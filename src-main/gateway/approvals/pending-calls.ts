/**
 * Pending calls: limits how long a client waits for a person; the request and the call continue without it. A client with
 * a key of its own is the same client in its next session.
 *
 * Guards invariant 3: the requested call is the call that runs, once, however many clients request the same, disconnect
 * or return. Guards invariant 6: a client can read the status of its own request; nothing here decides it.
 */

import type { Caller } from '@contract/call.js'
import type { ApprovalId, OpenApproval } from '@shared/approvals/approval.js'
import { hasOwnKey } from '@shared/clients/client.js'
import type { DuplicateCall } from '../path/call-path.js'
import { maxStoredCharacters, storableReport, withoutResult } from '../path/stored-results.js'
import type { ApprovalStatus } from '../ports/call-response.js'
import type { CallOutcome, CallProgress, CallReport, CallRequest } from '../ports/calls.js'
import { Cancellation, ClientGone } from '../ports/cancellation.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { LearnedWaits } from '../ports/stores.js'
import type { Approvals } from './approvals.js'
import { type CallDeduplicator, clientOf } from './call-deduplicator.js'
import { ClientWaits } from './client-waits.js'
import { PendingCall } from './pending-call.js'

/** Maximum milliseconds that a client waits: less than the usual timeout of clients. */
export const defaultClientWaitMs = 45_000

/** Milliseconds for a caller that waits for the end: longer than any request stays open. */
const untilEndMs = 24 * 3_600_000

/** How long results are stored for clients that return, and the maximum for all clients together. */
export const resultRetention = { milliseconds: 15 * 60_000, calls: 256 }

interface EndedCall {
  readonly call: PendingCall
  readonly until: number
  /** Size of the stored part of its result. */
  characters: number
}

export interface PendingCallsDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly approvals: Approvals
  readonly deduplicator: CallDeduplicator
  /** Runs a call through the gateway. Never rejects. */
  readonly run: (request: CallRequest) => Promise<CallReport<CallOutcome> | DuplicateCall>
  readonly maxWaitMs?: number
  /** Milliseconds that this client waits at most, as its owner has set; undefined when not set. */
  readonly waitOf: (caller: Caller) => number | undefined
  readonly learnedWaits: LearnedWaits
  /** Whether the caller still has any right on the server. */
  readonly hasRights: (caller: Caller, serverId: string) => boolean
  readonly onDidChangeRights: (listener: () => void) => () => void
}

export class PendingCalls {
  readonly #deps: PendingCallsDependencies
  readonly #maxWaitMs: number
  readonly #waits: ClientWaits
  readonly #active = new Map<ApprovalId, PendingCall>()
  /** In the order of their end. */
  readonly #ended = new Map<ApprovalId, EndedCall>()

  constructor(deps: PendingCallsDependencies) {
    this.#deps = deps
    this.#maxWaitMs = deps.maxWaitMs ?? defaultClientWaitMs
    this.#waits = new ClientWaits(deps.log, deps.learnedWaits)
    deps.onDidChangeRights(() => {
      for (const call of [...this.#active.values()]) if (!this.#hasRights(call)) call.withdraw()
    })
  }

  /** Runs a call through the gateway and waits for its end, or until it is pending. Never rejects. */
  invoke(request: CallRequest): Promise<CallReport> {
    const { clock, run } = this.#deps
    const { signal } = request
    const began = clock.elapsed()
    const withdrawal = new Cancellation()
    const withdraw = (): void => withdrawal.cancel()
    if (signal.aborted) withdraw()
    else signal.addEventListener('abort', withdraw, { once: true })

    return new Promise((resolve) => {
      let pendingCall: PendingCall | undefined
      const onWaiting = (approval: OpenApproval, traceId: string): void => {
        signal.removeEventListener('abort', withdraw)
        pendingCall = this.#addPending(approval, traceId, withdraw)
        resolve(this.#wait(pendingCall, request, began))
        request.onWaiting?.(approval, traceId)
      }
      const onProgress = (progress: CallProgress): void =>
        pendingCall ? pendingCall.noteProgress(progress) : request.onProgress?.(progress)
      void run({ ...request, signal: withdrawal, onWaiting, onProgress }).then((ended) => {
        signal.removeEventListener('abort', withdraw)
        if ('duplicateOf' in ended) return resolve(this.#joinDuplicate(ended.duplicateOf, request, began))
        if (pendingCall) this.#end(pendingCall, ended)
        resolve(ended)
      })
    })
  }

  /** Status of this caller's request; undefined when it is unknown, no longer retained, or of another caller. */
  statusOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined {
    const call = this.#find(id)
    if (!call || clientOf(call.approval.caller) !== clientOf(caller)) return undefined
    const { capabilityId, server, askedAt } = call.approval
    const { expiresAt } = call
    const status = { approvalId: id, capabilityId, server, askedAt, expiresAt }
    const report = call.collect()
    const { progress } = call
    if (!report) return { ...status, state: call.stage, ...(progress && { progress }) }
    this.#deps.deduplicator.forget(id)
    return { ...status, state: 'ended', report }
  }

  #addPending(approval: OpenApproval, traceId: string, withdraw: () => void): PendingCall {
    const { clock, approvals, deduplicator } = this.#deps
    const { id } = approval
    const isOpen = () => approvals.isOpen(id)
    const expiresAt = () => approvals.find(id)?.expiresAt
    const withdrawAndForget = (): void => {
      if (isOpen()) deduplicator.forget(id)
      withdraw()
    }
    const call = new PendingCall({ clock, approval, traceId, isOpen, expiresAt, withdraw: withdrawAndForget })
    this.#active.set(id, call)
    return call
  }

  /** A client that calls again receives the stored result; the call does not run again. */
  #joinDuplicate(id: ApprovalId, request: CallRequest, began: number): Promise<CallReport> {
    const call = this.#find(id)
    if (!call?.isFor(request.caller.sessionId)) {
      this.#deps.deduplicator.forget(id)
      return this.invoke(request)
    }
    const isUnclaimed = call.hasUnclaimedResult
    const report = call.collect()
    if (report) {
      this.#deps.deduplicator.forget(id)
      const isRepeated = !isUnclaimed && report.outcome.kind === 'done'
      return Promise.resolve({ ...report, ...(isRepeated && { isRepeated }) })
    }
    request.onWaiting?.(call.approval, call.traceId)
    return this.#wait(call, request, began)
  }

  #wait(call: PendingCall, request: CallRequest, began: number): Promise<CallReport> {
    const { clock } = this.#deps
    const { caller, signal, onProgress, mayGiveUpSilently = false } = request
    const isCut = (): boolean => call.stage === 'waiting-for-person'
    return call.wait({
      milliseconds: this.#remainingMs(request, began),
      cancelled: signal,
      sessionId: caller.sessionId,
      mayGiveUpSilently,
      onProgress,
      onLeave: () => {
        // What a client cancels for another reason is a wish of its person, not its timer.
        if (isCut() && signal.reason instanceof ClientGone) this.#waits.noteCut(caller, clock.elapsed() - began)
        return canReturn(caller, signal.reason) && this.#hasRights(call)
      },
      onReplaced: (waited) => {
        if (isCut()) this.#waits.noteSilence(caller, waited)
      },
    })
  }

  #end(call: PendingCall, report: CallReport<CallOutcome>): void {
    const { id } = call.approval
    this.#active.delete(id)
    const { report: stored, characters } = storableReport(report)
    call.end(report, stored)
    if (!call.isFindable) this.#deps.deduplicator.forget(id)
    this.#ended.set(id, { call, characters, until: this.#deps.clock.elapsed() + resultRetention.milliseconds })
    this.#sweep()
  }

  #find(id: ApprovalId): PendingCall | undefined {
    this.#sweep()
    return this.#active.get(id) ?? this.#ended.get(id)?.call
  }

  #sweep(): void {
    const now = this.#deps.clock.elapsed()
    for (const [id, { until }] of this.#ended) {
      if (until > now) break
      this.#forget(id)
    }
    while (this.#ended.size > resultRetention.calls) this.#forget(this.#oldestOfBusiest(() => 1))
    let characters = [...this.#ended.values()].reduce((sum, one) => sum + one.characters, 0)
    while (characters > maxStoredCharacters.all) {
      const largest = this.#ended.get(this.#oldestOfBusiest((one) => one.characters))
      if (!largest) return
      characters -= largest.characters
      largest.characters = 0
      largest.call.shortenResult(withoutResult)
    }
  }

  /** A client with many results drops its own first, not those of others. */
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
    this.#deps.deduplicator.forget(id)
  }

  #hasRights({ approval: { caller, server } }: PendingCall): boolean {
    return this.#deps.hasRights(caller, server.id)
  }

  #remainingMs({ caller, waitsForEnd, maxWaitMs }: CallRequest, began: number): number {
    const limits = [maxWaitMs, this.#deps.waitOf(caller), this.#waits.limitOf(caller)]
    const limit = waitsForEnd ? untilEndMs : Math.min(this.#maxWaitMs, ...limits.filter((one) => one !== undefined))
    return Math.max(0, limit - (this.#deps.clock.elapsed() - began))
  }
}

/** A client without its own key is another one in its next session, so it cannot come back after a lost connection. */
const canReturn = (caller: Caller, reason: unknown): boolean =>
  reason instanceof ClientGone && (reason.how === 'timed-out' || hasOwnKey(caller.id))

/** Invoker: the interface of the gateway for consumers. */
import type { Caller } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { ApprovalId } from '@shared/approvals/approval.js'
import type { Server } from '@shared/servers/server.js'
import type { SentSuggestion } from '@shared/streaming/audience.js'
import type { GameEntry } from '@shared/trail/live.js'
import type { ApprovalStatus } from './call-response.js'
import type { CallDone, CallReport, CallRequest } from './calls.js'
import type { Subscribe } from './emitter.js'
import type { OfferMap, ServerRegistry } from './registry.js'
import type { EventsOffered, Subscribed, SubscriptionRequest } from './subscription.js'
import type { OwnCall, Trace } from './traces.js'

export type SuggestionsRead =
  | { readonly ok: true; readonly suggestions: readonly SentSuggestion[] }
  | { readonly ok: false; readonly error: GatewayError }

/** It contains no way to approve or to accept (invariant 6). */
export interface Invoker {
  /** Why this caller may do nothing yet; undefined when it may call. Lists stay open to it. */
  refusalOf(caller: Caller): GatewayError | undefined
  /** Never rejects. The outcome is `pending` when a person takes longer than the client waits. */
  invoke(request: CallRequest): Promise<CallReport>
  /** The capabilities visible to a caller, with the servers where they are not refused entirely. */
  capabilitiesFor(caller: Caller): OfferMap
  /** The servers on which a caller has any right. */
  serversFor(caller: Caller): readonly Server[]
  /** Notifies when visible capabilities change; returns the function that unsubscribes. */
  onDidChangeRights(listener: () => void): () => void
  /** Status of this caller's request; the outcome when the call has ended. */
  approvalOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined
  /** The trace of a call of this caller. */
  traceOf(traceId: string, caller: Caller): Trace | undefined
  /** Stores the trace of a call of a built-in tool. */
  traceOwn(call: OwnCall): void
  /** The events this caller may and may not listen to; of one server, by id or name, when given. */
  eventsFor(caller: Caller, server?: string): EventsOffered
  /** Subscribes to events until the subscription or its connection ends. */
  subscribe(request: SubscriptionRequest, listener: (event: GameEntry) => void): Subscribed
  /** Whether the owner collects suggestions of viewers. A change of it counts as one of visible capabilities. */
  offersSuggestions(): boolean
  /** What viewers suggested and the owner sent, newest first. The caller counts as one who has read it. */
  suggestionsFor(caller: Caller): SuggestionsRead
  readonly onDidSendSuggestion: Subscribe<void>
  /** Notifies about successful calls of all callers, without the results. */
  readonly onDidCall: Subscribe<CallDone>
  readonly registry: Pick<ServerRegistry, 'servers' | 'capabilities' | 'onDidChangeServer' | 'onDidChangeCapabilities'>
}

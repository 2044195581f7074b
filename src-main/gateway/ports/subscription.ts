/** Subscription: the request of a consumer for events, and its result. */
import type { Caller } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { GameEntry } from '@shared/trail/live.js'

export interface SubscriptionRequest {
  /** Ids of events; delivered together, in order. */
  readonly eventIds: readonly string[]
  /** Id or name of a server; when omitted, every server that offers the event, also later ones. */
  readonly server?: string
  /** `filter` as declared by the events' manifests; everything when omitted. See `policy/program/event-filter.ts`. */
  readonly filter?: unknown
  readonly caller: Caller
  /** Aborts when the connection ends; the subscription then ends too. */
  readonly connection: AbortSignal
  /** Id of the last entry that the listener received: later entries are replayed at once. */
  readonly after?: string
  /** Maximum number of replayed entries, the newest; all when omitted. */
  readonly only?: { readonly newest: number; readonly fits: (event: GameEntry) => boolean }
}

export interface Subscription {
  readonly id: string
  /** Matching stored events that were not replayed because they exceed the requested number. */
  readonly left: number
  /** False when `after` is no longer stored: some entries may be missing. */
  readonly complete: boolean
  /** Unsubscribes; nothing is delivered afterwards. */
  end(): void
}

export type Subscribed =
  | { readonly ok: true; readonly subscription: Subscription }
  | { readonly ok: false; readonly error: GatewayError }

/** Ids of offered events. */
export interface EventsOffered {
  /** The caller may subscribe to them on at least one server. */
  readonly open: readonly string[]
  readonly withheld: readonly string[]
}

/** Subscription request: what a consumer sends to receive events. */
import type { Caller } from '@contract/call.js'
import type { GameEntry } from '@shared/trail/live.js'

export interface SubscriptionRequest {
  /** Ids of events; delivered together, in order. */
  readonly eventIds: readonly string[]
  /** Id or name of a server; when omitted, every server that offers the event, also later ones. */
  readonly server?: string
  /** `filter` as declared by the events' manifests; everything when omitted. See `policy/event-filter.ts`. */
  readonly filter?: unknown
  readonly caller: Caller
  /** Aborts when the connection ends; the subscription then ends too. */
  readonly connection: AbortSignal
  /** Id of the last entry that the listener received: later entries are replayed at once. */
  readonly after?: string
  /** Maximum number of replayed entries, the newest; all when omitted. */
  readonly only?: { readonly newest: number; readonly fits: (event: GameEntry) => boolean }
}

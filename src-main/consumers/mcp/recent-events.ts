/**
 * Recent events: what happened in the game, as far as it is kept and the caller may listen to it.
 *
 * Guards invariant 2: it is read through `gateway.subscribe`, which asks for permissions and writes down who listened.
 */
import type { Caller } from '../../contract/call.js'
import type { GatewayError } from '../../contract/gateway-error.js'
import type { GameEntry } from '../../contract/live.js'
import type { Invoker } from '../../gateway/gateway.js'

export interface EventsWanted {
  /** Everything the caller may listen to when left out. */
  readonly eventId?: string
  /** Id or name of a server. */
  readonly server?: string
  /** ISO 8601; what is older is left out. */
  readonly since?: string
  readonly most: number
}

export type EventsRead =
  /** `left`: older ones that fitted and were left out. */
  | { readonly ok: true; readonly events: readonly GameEntry[]; readonly left: number }
  | { readonly ok: false; readonly error: GatewayError }

/** Oldest first, the newest `most`. */
export function recentEvents(wanted: EventsWanted, caller: Caller, gateway: Invoker): EventsRead {
  const { eventId, server, since, most } = wanted
  const found: GameEntry[] = []
  const ids = eventId === undefined ? eventIdsOf(gateway, server) : [eventId]
  const refusals: GatewayError[] = []
  for (const id of ids) {
    const ended = new AbortController()
    const subscribed = gateway.subscribe(
      { eventIds: [id], ...(server !== undefined && { server }), caller, connection: ended.signal, after: beginning },
      (event) => found.push(event),
    )
    ended.abort()
    if (!subscribed.ok) refusals.push(subscribed.error)
  }
  const [refusal] = refusals
  if (refusal && refusals.length === ids.length) return { ok: false, error: refusal }
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const events = found.filter(({ at }) => !(Date.parse(at) < from)).sort(byTime)
  return { ok: true, events: events.slice(-most), left: Math.max(0, events.length - most) }
}

/** No entry has this id, so everything that is kept is told. */
const beginning = '(beginning)'

/** Ids of the events that can be listened to, of one server where it is named. */
export function eventIdsOf({ registry }: Invoker, server?: string): string[] {
  return [...registry.capabilities().values()]
    .flat()
    .filter(
      ({ manifest, link }) =>
        manifest.type === 'event' && (server === undefined || server === link.server.id || server === link.server.name),
    )
    .map(({ manifest }) => manifest.id)
    .filter((id, index, all) => all.indexOf(id) === index)
}

const byTime = (one: GameEntry, other: GameEntry): number => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)

/**
 * Recent events: stored events of the game that the caller may subscribe to.
 *
 * Enforces invariant 2: reads through `gateway.subscribe`, which checks permissions, counts the request and logs it.
 */
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { Server } from '@shared/servers/server.js'
import type { GameEntry } from '@shared/trail/live.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { quoted } from '../../policy/text/model-text.js'

export interface RecentEventsQuery {
  /** Default: everything the caller may subscribe to. */
  readonly eventId?: string
  /** Id or name of a server. */
  readonly server?: string
  /** ISO 8601; older events are left out. */
  readonly since?: string
  readonly most: number
}

export type RecentEventsResult =
  | {
      readonly ok: true
      readonly events: readonly GameEntry[]
      /** Matching older events that were left out. */
      readonly left: number
      /** Event types that the caller may not subscribe to. */
      readonly withheld: readonly string[]
    }
  | { readonly ok: false; readonly error: GatewayError }

/** Oldest first, at most the newest `most`. */
export function recentEvents(wanted: RecentEventsQuery, caller: Caller, gateway: Invoker): RecentEventsResult {
  const { eventId, server, since, most } = wanted
  const known = gateway.serversFor(caller)
  if (server !== undefined && !known.some((one) => isOn(one, server)))
    return { ok: false, error: noServer(server, known) }
  const { open, withheld } =
    eventId === undefined ? gateway.eventsFor(caller, server) : { open: [eventId], withheld: [] }
  // When all are refused, the refusal of one says why.
  const eventIds = open.length > 0 ? open : withheld.slice(0, 1)
  if (eventIds.length === 0) return { ok: true, events: [], left: 0, withheld }
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const fits = (event: GameEntry): boolean =>
    !(Date.parse(event.at) < from) && (server === undefined || isOn(event.server, server))
  const events: GameEntry[] = []
  const subscribed = gateway.subscribe(
    { eventIds, caller, connection: AbortSignal.abort(), after: beginning, only: { newest: most, fits } },
    (event) => events.push(event),
  )
  return subscribed.ok ? { ok: true, events, left: subscribed.subscription.left, withheld } : subscribed
}

/** No event has this id, so all stored events are returned. */
const beginning = '(beginning)'

const isOn = ({ id, name }: { readonly id: string; readonly name: string }, server: string): boolean =>
  id === server || name === server

function noServer(server: string, known: readonly Server[]): GatewayError {
  const servers = known.map(({ name }) => name)
  return new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
    message: `There is no server ${quoted(server)}.`,
    ...(servers.length > 0 && { suggestion: `Use one of: ${servers.map((name) => quoted(name)).join(', ')}.` }),
    details: { servers },
  })
}

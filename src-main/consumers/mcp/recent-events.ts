/**
 * Recent events: what happened in the game, as far as it is kept and the caller may listen to it.
 *
 * Guards invariant 2: it is read through `gateway.subscribe`, which asks for permissions, counts the request and writes
 * down who listened.
 */
import type { Caller } from '../../contract/call.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { GameEntry } from '../../contract/live.js'
import type { Invoker } from '../../gateway/gateway.js'
import { quoted } from '../../policy/model-text.js'

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
  | {
      readonly ok: true
      readonly events: readonly GameEntry[]
      /** Older ones that fitted and were left out. */
      readonly left: number
      /** Kinds that the caller may not listen to. */
      readonly withheld: readonly string[]
    }
  | { readonly ok: false; readonly error: GatewayError }

/** Oldest first, the newest `most`. */
export function recentEvents(wanted: EventsWanted, caller: Caller, gateway: Invoker): EventsRead {
  const { eventId, server, since, most } = wanted
  if (server !== undefined && !isServer(server, gateway)) return { ok: false, error: noServer(server, gateway) }
  const { open, withheld } =
    eventId === undefined ? gateway.eventsFor(caller, server) : { open: [eventId], withheld: [] }
  // Where nothing is open, the refusal of one says why.
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

/** No entry has this id, so everything that is kept is told. */
const beginning = '(beginning)'

const isOn = ({ id, name }: { readonly id: string; readonly name: string }, server: string): boolean =>
  id === server || name === server

const isServer = (server: string, { registry }: Invoker): boolean =>
  registry.servers().some((known) => isOn(known, server))

function noServer(server: string, { registry }: Invoker): GatewayError {
  const servers = registry.servers().map(({ name }) => name)
  return new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
    message: `There is no server ${quoted(server)}.`,
    ...(servers.length > 0 && { suggestion: `Use one of: ${servers.map((name) => quoted(name)).join(', ')}.` }),
    details: { servers },
  })
}

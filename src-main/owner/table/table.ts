/**
 * Table: all orders of the owner and all events for them. Each has one row in a file beside this one, by its subject.
 *
 * Guards invariants 6 and 7: who may give an order is said in its row, and there is no default. Every door checks it, and
 * the payload, before an order is followed (`doors/answer.ts`); the preload of each page checks it too. The pop-up shows
 * untrusted text, and AI clients cause it to open, so it has only the orders it needs.
 */
import { includesRole, type PersonRole } from '@shared/clients/person-role.js'
import { actionsOrders } from './actions.js'
import { approvalsEvents, approvalsOrders } from './approvals.js'
import { backupsEvents, backupsOrders } from './backups.js'
import { buildsEvents, buildsOrders } from './builds.js'
import { clientsEvents, clientsOrders } from './clients.js'
import { featuresEvents, featuresOrders } from './features.js'
import type { Accepted } from './payload-schema.js'
import { peopleEvents, peopleOrders } from './people.js'
import { programEvents, programOrders } from './program.js'
import { type Remotely, remoteEvents, remoteOrders } from './remote.js'
import type { CarriedBy, Giver, LocalGiver, PageName, Receiver } from './row.js'
import { rulesEvents, rulesOrders } from './rules.js'
import { serversEvents, serversOrders } from './servers.js'
import { servicesEvents, servicesOrders } from './services.js'
import { setUpEvents, setUpOrders } from './set-up.js'
import type { Result } from './shapes.js'
import { streamingEvents, streamingOrders } from './streaming.js'
import { trailEvents, trailOrders } from './trail.js'

export const orders = {
  ...actionsOrders,
  ...approvalsOrders,
  ...backupsOrders,
  ...buildsOrders,
  ...clientsOrders,
  ...featuresOrders,
  ...peopleOrders,
  ...programOrders,
  ...rulesOrders,
  ...serversOrders,
  ...servicesOrders,
  ...setUpOrders,
  ...streamingOrders,
  ...trailOrders,
}

const events = {
  ...approvalsEvents,
  ...backupsEvents,
  ...buildsEvents,
  ...clientsEvents,
  ...featuresEvents,
  ...peopleEvents,
  ...programEvents,
  ...rulesEvents,
  ...serversEvents,
  ...servicesEvents,
  ...setUpEvents,
  ...streamingEvents,
  ...trailEvents,
}

type OrderRows = typeof orders
type EventRows = typeof events
export type OrderName = keyof OrderRows
export type EventName = keyof EventRows

/** The orders that this giver may give. */
export type OrdersOf<G extends LocalGiver> = {
  [N in OrderName]: G extends OrderRows[N]['by'][number] ? N : never
}[OrderName]
/** What a program without a desktop follows. */
export type HeadlessOrder = RemoteOrder | OrdersOf<'stdin'> | OrdersOf<'command-line'>
/** The events that this receiver gets. */
export type EventsFor<R extends Receiver> = {
  [N in EventName]: R extends EventRows[N]['to'][number] ? N : never
}[EventName]

/** What pages order and receive. */
export type PageOrder = OrdersOf<PageName>
export type PageEvent = EventsFor<PageName>

/** What remote people order; every program follows these. */
export type RemoteOrder = {
  [N in PageOrder]: (typeof remoteOrders)[N] extends PersonRole ? N : never
}[PageOrder]

const remotelyGiven: Readonly<Record<PageOrder, Remotely>> = remoteOrders
const remotelyReceived: Readonly<Record<PageEvent, Remotely>> = remoteEvents

const allows = (remotely: Remotely, role: PersonRole): boolean =>
  remotely !== 'here' && remotely !== 'never' && includesRole(role, remotely)

/** The payload of an order. */
export type Payload<N extends OrderName> = Accepted<OrderRows[N]['takes']>
/** The result of an order that was followed. */
export type Returned<N extends OrderName> = CarriedBy<OrderRows[N]['returns']>
/** The payload of an event. */
export type Carried<N extends EventName> = CarriedBy<EventRows[N]['carries']>

/** The return type of an order; void when it has no result. */
// biome-ignore lint/suspicious/noConfusingVoidType: this is the return type of a function.
type OrderResult<T> = [T] extends [null] ? void : T

/** Follows an order, and returns its result. @throws GatewayError for the giver */
export type Order<N extends OrderName> = (
  payload: Payload<N>,
  giver: Giver,
) => OrderResult<Returned<N>> | Promise<OrderResult<Returned<N>>>

/** What each row does. */
export type Orders<N extends OrderName = OrderName> = { readonly [One in N]: Order<One> }

/** The orders about some subjects: the word before the colon. */
export type OrdersAbout<S extends string> = Orders<Extract<OrderName, `${S}:${string}`>>

/** Sends an event to its receivers. */
export type SendEvent = <N extends EventName>(name: N, message: Carried<N>) => void

export const orderNames = Object.keys(orders) as readonly OrderName[]
export const eventNames = Object.keys(events) as readonly EventName[]

/**
 * Results that stream-safe mode does not redact: those that the person holds down a button to see, and pictures, whose
 * bytes are no text.
 */
export const neverRedacted: ReadonlySet<OrderName> = new Set(['approvals:reveal', 'builds:images', 'builds:picture'])

export const isOrder = (name: string): name is OrderName => Object.hasOwn(orders, name)
export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

/** Whether this giver may give this order; an unknown order is never followed. */
export const mayGive = (giver: Giver, name: string): name is OrderName => {
  if (!isOrder(name)) return false
  const by = orders[name].by as readonly LocalGiver[]
  if (typeof giver === 'string') return by.includes(giver)
  return by.includes(giver.page) && allows(remotelyGiven[name as PageOrder], giver.person.role)
}

/** Whether this receiver gets this event; an unknown event has no receivers. */
export const receives = (receiver: Receiver, name: string): name is EventName =>
  isEvent(name) && (events[name].to as readonly Receiver[]).includes(receiver)

/** Whether a remote person with this role gets this event. */
export const receivesRemotely = (name: PageEvent, role: PersonRole): boolean => allows(remotelyReceived[name], role)

/** Whether the program of a remote window follows this order itself. */
export const isFollowedHere = (name: PageOrder): boolean => remotelyGiven[name] === 'here'

/** The API of the preload bridge on `window.gatehouse`. */
export interface GatehouseApi {
  /** Rejects malformed orders and those of others than this page. */
  request<N extends PageOrder>(name: N, payload: Payload<N>): Promise<Result<Returned<N>>>
  /** Returns the function that ends the subscription. */
  subscribe<N extends PageEvent>(name: N, listener: (message: Carried<N>) => void): () => void
}

export type { Giver, LocalGiver, PageName, Receiver, RemoteGiver } from './row.js'

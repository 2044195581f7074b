/**
 * Channels: all requests and pushes. `channels/` has a row for each: its pages, the schema of its payload and the type
 * of its response.
 *
 * Guards invariants 6 and 7: access is a table without defaults, enforced by `request-handling.ts`, `typed-ipc.ts` and
 * the preload of each page. The pop-up shows untrusted text, and AI clients cause it to open, so it has only the
 * channels it needs.
 */
import { actionsRequests } from './channels/actions.js'
import { approvalsPushes, approvalsRequests } from './channels/approvals.js'
import { clientsPushes, clientsRequests } from './channels/clients.js'
import { featuresPushes, featuresRequests } from './channels/features.js'
import { programPushes, programRequests } from './channels/program.js'
import { serversPushes, serversRequests } from './channels/servers.js'
import { servicesPushes, servicesRequests } from './channels/services.js'
import { trailPushes, trailRequests } from './channels/trail.js'
import type { Accepted } from './payload-schema.js'
import type { Result } from './shapes.js'
import type { Audience, PageName, PayloadType } from './table.js'

export const requests = {
  ...actionsRequests,
  ...approvalsRequests,
  ...clientsRequests,
  ...featuresRequests,
  ...programRequests,
  ...serversRequests,
  ...servicesRequests,
  ...trailRequests,
}

const pushes = {
  ...approvalsPushes,
  ...clientsPushes,
  ...featuresPushes,
  ...programPushes,
  ...serversPushes,
  ...servicesPushes,
  ...trailPushes,
}

type Requests = typeof requests
export type RequestChannel = keyof Requests
export type PushChannel = keyof typeof pushes

type CarriedBy<C> = C extends PayloadType<infer T> ? T : never
/** The payload of a request. */
export type Payload<C extends RequestChannel> = Accepted<Requests[C]['takes']>
/** The data of a successful response. */
export type Returned<C extends RequestChannel> = CarriedBy<Requests[C]['returns']>
/** The payload of a push. */
export type Pushed<C extends PushChannel> = CarriedBy<(typeof pushes)[C]['carries']>

export const requestChannels = Object.keys(requests) as readonly RequestChannel[]
export const pushChannels = Object.keys(pushes) as readonly PushChannel[]

/** Responses that stream-safe mode does not redact, because the person holds down a button to see them. */
export const neverRedacted: ReadonlySet<RequestChannel> = new Set(['approvals:reveal'])

const holds = (audience: Audience | undefined, page: PageName): boolean => audience === 'both' || audience === page

/** Whether a page may send this request; an unknown request is never allowed. */
export const canRequest = (page: PageName, channel: string): channel is RequestChannel =>
  Object.hasOwn(requests, channel) && holds(requests[channel as RequestChannel].page, page)

/** Whether a page receives this push; an unknown push has no receivers. */
export const receivesPush = (page: PageName, channel: string): channel is PushChannel =>
  Object.hasOwn(pushes, channel) && holds(pushes[channel as PushChannel].page, page)

export const isRequestChannel = (name: string): name is RequestChannel => Object.hasOwn(requests, name)
export const isPushChannel = (name: string): name is PushChannel => Object.hasOwn(pushes, name)

/** The API of the preload bridge on `window.gatehouse`. */
export interface GatehouseApi {
  /** Rejects malformed requests and channels of other pages. */
  request<C extends RequestChannel>(channel: C, payload: Payload<C>): Promise<Result<Returned<C>>>
  /** Returns the function that ends the subscription. */
  subscribe<C extends PushChannel>(channel: C, listener: (message: Pushed<C>) => void): () => void
}

export type { Audience, PageName } from './table.js'

/**
 * Routes: all requests of the API, one entry each. Requests are matched and validated by this table, and the OpenAPI
 * document is built from it. See docs/protocol.md#rest-routes.
 */

import type { JsonObject } from '@contract/call.js'
import { underAlias } from '@contract/capability-aliases.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { Pagination } from '@contract/generated/common-types.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { basePath } from './base-path.js'
import { historyRoutes } from './history-routes.js'
import { listen } from './listening.js'
import { entriesOf, type Filters, listCapabilities, listProviders, listServers, pageOf } from './listing.js'
import type { RestResponse } from './responses.js'
import type { RestRequest, RestRoute } from './rest-route.js'
import {
  callData,
  capabilitiesQuery,
  capabilityEntries,
  capabilityId,
  capabilityPage,
  eventsQuery,
  gameEvent,
  invocation,
  named,
  nothing,
  pageQuery,
  providerCapabilitiesQuery,
  providerId,
  providerPage,
  serverPage,
} from './schemas.js'

/** A body that matches the schema, with defaults. */
interface Invocation {
  readonly parameters: object
  readonly server?: string
  readonly version?: string
  readonly dryRun: boolean
}

/** A call of a script, through the gateway. See docs/protocol.md#calls-envelope. */
async function call({ path, body, caller, signal }: RestRequest, gateway: Invoker): Promise<RestResponse> {
  const { parameters, server, version, dryRun } = body as unknown as Invocation
  const { capabilityId = '' } = path
  const report = await gateway.invoke({
    capabilityId,
    arguments: parameters,
    ...(server !== undefined && { server }),
    ...(version !== undefined && { version }),
    dryRun,
    caller,
    signal,
  })
  return { kind: 'called', report }
}

const discovery: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/capabilities',
    operationId: 'listCapabilities',
    summary: 'The capabilities of the servers, with filters and pages.',
    pathParameters: nothing,
    query: capabilitiesQuery,
    data: capabilityPage,
    handle: ({ query, caller }, gateway) =>
      found(pageOf(listCapabilities(gateway.capabilitiesFor(caller), query), paged(query))),
  },
  {
    method: 'GET',
    path: '/capabilities/{capabilityId}',
    operationId: 'getCapability',
    summary: 'The manifests of one capability, each with the servers that offer it.',
    pathParameters: named({ capabilityId }),
    query: nothing,
    data: capabilityEntries,
    handle({ path: { capabilityId: id = '' }, caller }, gateway) {
      const capabilities = gateway.capabilitiesFor(caller)
      const entries = entriesOf(underAlias(id, (known) => capabilities.get(known)) ?? [])
      return entries.length > 0
        ? found({ id, entries })
        : missing(new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId: id } }))
    },
  },
  {
    method: 'GET',
    path: '/providers',
    operationId: 'listProviders',
    summary: 'The providers that the manifests name.',
    pathParameters: nothing,
    query: pageQuery,
    data: providerPage,
    handle: ({ query, caller }, gateway) => found(pageOf(listProviders(gateway.capabilitiesFor(caller)), paged(query))),
  },
  {
    method: 'GET',
    path: '/providers/{providerId}/capabilities',
    operationId: 'listCapabilitiesOfProvider',
    summary: 'The capabilities of one provider, with filters and pages.',
    pathParameters: named({ providerId }),
    query: providerCapabilitiesQuery,
    data: capabilityPage,
    handle({ path: { providerId: provider = '' }, query, caller }, gateway) {
      const capabilities = gateway.capabilitiesFor(caller)
      if (listCapabilities(capabilities, { provider }).length === 0) return missing(noProvider)
      return found(pageOf(listCapabilities(capabilities, { ...query, provider } as Filters), paged(query)))
    },
  },
]

const servers: RestRoute = {
  method: 'GET',
  path: '/servers',
  operationId: 'listServers',
  summary: 'All servers: state, health, and how many capabilities they offer and how many wait for acceptance.',
  pathParameters: nothing,
  query: pageQuery,
  data: serverPage,
  handle: ({ query, caller }, gateway) => found(pageOf(listServers(gateway.serversFor(caller)), paged(query))),
}

const invoke: RestRoute = {
  method: 'POST',
  path: '/capabilities/{capabilityId}/invoke',
  operationId: 'invokeCapability',
  summary: 'Calls a capability. Risky calls wait for approval.',
  pathParameters: named({ capabilityId }),
  query: nothing,
  body: invocation,
  data: callData,
  handle: call,
}

const events: RestRoute = {
  method: 'GET',
  path: '/events',
  operationId: 'listenToEvents',
  summary:
    'A stream of events (Server-Sent Events). "missed" is the number of events dropped because they were not read in time. Last-Event-ID sends the kept events since then.',
  pathParameters: nothing,
  query: eventsQuery,
  streams: true,
  data: gameEvent,
  handle: listen,
}

/** @param document makes the OpenAPI document of all routes, this one among them */
export function routesWith(document: (routes: readonly RestRoute[]) => object): readonly RestRoute[] {
  let made: object | undefined
  const openApi: RestRoute = {
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApiDocument',
    summary: 'This document.',
    isOpen: true,
    pathParameters: nothing,
    query: nothing,
    handle() {
      made ??= document(routes)
      return { kind: 'document', document: made }
    },
  }
  const routes = [...discovery, servers, invoke, ...historyRoutes, events, openApi]
  return routes
}

const found = (data: object): RestResponse => ({ kind: 'found', data })

const missing = (error: GatewayError): RestResponse => ({ kind: 'refused', refusal: { status: 404, error } })

const noProvider = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'No such provider.',
  suggestion: `Use one of those that GET ${basePath}/providers lists.`,
})

/** The query's schema has filled in defaults. */
const paged = (query: JsonObject) => query as Required<Pagination>

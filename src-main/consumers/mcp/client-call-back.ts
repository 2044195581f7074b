/**
 * Client callback: lets a service send requests to the client whose call it runs, in both protocol eras.
 *
 * A session receives real requests. A modern client receives them in the response to its own request; see
 * `tasks/call-in-rounds.ts`.
 */

import type { JsonObject } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import { traceContextIn } from '@contract/trace-context.js'
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'
import type { CallControl, Notify } from './tasks/ongoing-call.js'

/** Milliseconds for a person to fill in a form. */
const responseMs = 300_000

export const capabilitiesOf = (server: Server, { mcpReq }: ServerContext): JsonObject => {
  const envelope = mcpReq.envelope as JsonObject | undefined
  const declared = envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities()
  return (declared ?? {}) as JsonObject
}

/** Progress uses the token of the client's request; a log message is sent when the client wants its level. */
export function notifierOf({ mcpReq }: ServerContext): Notify {
  const progressToken = mcpReq._meta?.progressToken
  return (method, params) => {
    const sent = send(method, params)
    void sent?.catch(() => {})
  }

  function send(method: string, params: JsonObject): Promise<void> | undefined {
    if (method === 'notifications/message') {
      const { level, data, logger } = params
      return mcpReq.log(level as Parameters<typeof mcpReq.log>[0], data, logger as string | undefined)
    }
    if (method !== 'notifications/progress') return mcpReq.notify({ method, params })
    if (progressToken === undefined) return undefined
    return mcpReq.notify({ method, params: { ...params, progressToken } } as Parameters<typeof mcpReq.notify>[0])
  }
}

/** The token belongs to this client's requests, and is replaced. An invalid trace context is not passed on. */
export function metaOf({ mcpReq }: ServerContext): JsonObject | undefined {
  const { progressToken: _token, traceparent: _parent, tracestate: _state, ...others } = mcpReq._meta ?? {}
  const meta = { ...others, ...traceContextIn(mcpReq._meta) }
  return Object.keys(meta).length > 0 ? meta : undefined
}

export const sessionCallBack = (server: Server, context: ServerContext): ClientChannel => ({
  capabilities: capabilitiesOf(server, context),
  ...withMeta(metaOf(context)),
  knowsTasks: false,
  notify: notifierOf(context),
  request: async ({ method, params }) => {
    const options = { timeout: responseMs, signal: context.mcpReq.signal }
    return (await context.mcpReq.send({ method, params }, anything, options)) as JsonObject
  },
  becomesTask() {},
})

export const ongoingCallBack = (
  {
    capabilities,
    meta,
    knowsTasks,
  }: Pick<ClientChannel, 'capabilities' | 'knowsTasks'> & { readonly meta: JsonObject | undefined },
  { ask, notify, pause }: Pick<CallControl, 'ask' | 'notify' | 'pause'>,
): ClientChannel => ({
  capabilities,
  ...withMeta(meta),
  knowsTasks,
  notify,
  request: async (request) => (await ask(request)) as JsonObject,
  becomesTask: pause,
})

/** The service validates the response. */
const anything = {
  '~standard': { version: 1, vendor: 'gatehouse', validate: (value: unknown) => ({ value }) },
} as const

const withMeta = (meta: JsonObject | undefined) => meta && { meta }

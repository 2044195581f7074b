/**
 * Client call back: how a service reaches the client whose call it runs, in both protocol eras.
 *
 * A session is sent real requests. A modern client is asked by the answer to its own request; see `tasks/call-in-rounds.ts`.
 */
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../contract/call.js'
import type { CallBack } from '../../contract/call-back.js'
import type { CallControl } from './tasks/ongoing-call.js'

/** Milliseconds that a person has to fill in a form. */
const responseMs = 300_000

/** What a message of a service becomes for the request that is being answered. */
export type Notify = CallBack['notify']

export const capabilitiesOf = (server: Server, { mcpReq }: ServerContext): JsonObject => {
  const envelope = mcpReq.envelope as JsonObject | undefined
  const declared = envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities()
  return (declared ?? {}) as JsonObject
}

/** Progress carries the token of this client's request; a message is sent where the client wants its level. */
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

/** The token belongs to the requests of this client, and is replaced. */
export function metaOf({ mcpReq }: ServerContext): JsonObject | undefined {
  const { progressToken: _token, ...meta } = mcpReq._meta ?? {}
  return Object.keys(meta).length > 0 ? meta : undefined
}

export const sessionCallBack = (server: Server, context: ServerContext): CallBack => ({
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
  }: Pick<CallBack, 'capabilities' | 'knowsTasks'> & { readonly meta: JsonObject | undefined },
  { ask, notify, pause }: Pick<CallControl, 'ask' | 'notify' | 'pause'>,
): CallBack => ({
  capabilities,
  ...withMeta(meta),
  knowsTasks,
  notify,
  request: async (request) => (await ask(request)) as JsonObject,
  becomesTask: pause,
})

/** A response is checked by the service that asked. */
const anything = {
  '~standard': { version: 1, vendor: 'gatehouse', validate: (value: unknown) => ({ value }) },
} as const

const withMeta = (meta: JsonObject | undefined) => meta && { meta }

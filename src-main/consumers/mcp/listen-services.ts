/**
 * Listen services: subscriptions of modern clients to resources of services.
 *
 * An address is subscribed to once for all clients, as long as one of them may read it. The SDK maps addresses to
 * clients. Only the address is sent: permissions are checked when a client reads it.
 */

import type { ServerResponse } from 'node:http'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { refuseInJsonRpc } from '../../network/http/refusal.js'
import { Quota, type QuotaLimits, type QuotaResult } from '../../network/quota.js'
import type { Library } from './library.js'
import { maxWatched } from './resources/session-watch.js'
import { followAtService, mayFollowAtService } from './service-library.js'

interface SharedSubscription {
  /** One entry per listen request. */
  readonly callers: Set<{ readonly caller: Caller }>
  readonly end: () => void
}

/** The part of a response used here. */
interface ClosableResponse {
  once(event: 'close', listener: () => void): unknown
}

/** Called with each permitted request. @param publish sends an address to its subscribers */
export function createServiceListening(
  { gateway, library }: { readonly gateway: Invoker; readonly library: Library },
  publish: (uri: string) => void,
): (message: unknown, stream: ClosableResponse, caller: Caller) => void {
  const followed = new Map<string, SharedSubscription>()
  const start = (uri: string, caller: Caller): SharedSubscription | undefined => {
    const callers: SharedSubscription['callers'] = new Set()
    const everyone = () => [...callers].map((one) => one.caller)
    const end = followAtService(uri, { gateway, caller }, () => publish(uri), everyone)
    if (!end) return undefined
    const started = { callers, end }
    followed.set(uri, started)
    return started
  }
  /** @returns the function that ends it; undefined when nobody can subscribe */
  const join = (uri: string, caller: Caller): (() => void) | undefined => {
    const joined = followed.get(uri) ?? start(uri, caller)
    if (!joined) return undefined
    const listener = { caller }
    joined.callers.add(listener)
    return () => {
      joined.callers.delete(listener)
      if (joined.callers.size > 0) return
      followed.delete(uri)
      joined.end()
    }
  }
  return (message, stream, caller) => {
    const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: unknown }
    if (method !== 'subscriptions/listen') return
    const { notifications } = (params ?? {}) as {
      readonly notifications?: { readonly resourceSubscriptions?: unknown }
    }
    const wanted = notifications?.resourceSubscriptions
    const named = new Set<string>(Array.isArray(wanted) ? wanted : [])
    const uris = [...named].filter((uri) => library.writtenAs(uri) === undefined).slice(0, maxWatched)
    for (const uri of uris) {
      const leave = join(uri, caller)
      if (leave) stream.once('close', leave)
    }
  }
}

/**
 * Limits how many modern clients listen for changes at once.
 *
 * One client cannot use up the quota: each listener holds a connection without a time limit.
 */
export const listenLimits: QuotaLimits = { each: 16, all: 256 }

/** Whether a message may be served; otherwise it was refused. */
type ReserveListenSlot = (message: unknown, response: ServerResponse, authenticated: AuthenticatedClient) => boolean

export function createListenQuota(): ReserveListenSlot {
  const quota = new Quota(listenLimits)
  return (message, response, { client }) => {
    const { method, id } = (message ?? {}) as { readonly method?: unknown; readonly id?: unknown }
    if (method !== 'subscriptions/listen') return true
    const room = quota.reserve(client.id)
    if (room === 'free') response.once('close', () => quota.release(client.id))
    else refuseInJsonRpc(response, { status: 429, error: problems[room] }, -32_000, id)
    return room === 'free'
  }
}

const problems: Readonly<Record<Exclude<QuotaResult, 'free'>, GatewayError>> = {
  'own-share-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This client has reached its limit of subscriptions.',
    suggestion: 'End a subscription first, or combine them: one subscriptions/listen accepts several kinds.',
  }),
  'all-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Other clients use all available subscriptions.',
    suggestion: 'Poll the lists instead, or try again in a few minutes.',
  }),
}

type ListenFilter = { readonly resourceSubscriptions?: unknown } | undefined

/**
 * Removes resources that a client may not subscribe to (`library.ts`).
 *
 * The same `subscriptions/listen` without forbidden resources. Other messages are unchanged.
 */
export function withoutForbiddenResources(
  message: unknown,
  library: Library,
  caller: Caller,
  gateway: Invoker,
): unknown {
  const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: unknown }
  const { notifications } = (params ?? {}) as { readonly notifications?: ListenFilter }
  const wanted = notifications?.resourceSubscriptions
  if (method !== 'subscriptions/listen' || !Array.isArray(wanted)) return message
  const resourceSubscriptions = wanted.filter(
    (uri) =>
      typeof uri === 'string' &&
      (library.writtenAs(uri) === undefined
        ? mayFollowAtService(uri, { caller, gateway })
        : library.mayFollow(uri, caller, gateway) === 'yes'),
  )
  return {
    ...(message as object),
    params: { ...(params as object), notifications: { ...notifications, resourceSubscriptions } },
  }
}

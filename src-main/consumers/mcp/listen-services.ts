/**
 * Listen services: subscriptions of modern clients to resources of services.
 *
 * An address is subscribed to once for all clients, as long as one of them may read it. The SDK maps addresses to
 * clients. Only the address is sent: permissions are checked when a client reads it.
 */
import type { Caller } from '@contract/call.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Library } from './library.js'
import { maxWatched } from './resources/session-watch.js'
import { followAtService } from './service-library.js'

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

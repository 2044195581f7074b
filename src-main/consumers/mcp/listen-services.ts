/**
 * Listen services: the resources of services that clients of the newer era listen to.
 *
 * However many name an address, it is followed once, as long as one of them is there and may read it. The SDK knows who
 * named an address. Only the address is sent: the permissions of each client are checked when it reads.
 */
import type { Caller } from '../../contract/call.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { Library } from './library.js'
import { mostWatched } from './resources/session-watch.js'
import { followAtService } from './service-library.js'

interface Followed {
  /** One entry for each listening request. */
  readonly callers: Set<{ readonly caller: Caller }>
  readonly end: () => void
}

/** What is used of a response. */
interface Stream {
  once(event: 'close', listener: () => void): unknown
}

/** Called with each request that was permitted. @param publish sends an address to those who named it */
export function createServiceListening(
  { gateway, library }: { readonly gateway: Invoker; readonly library: Library },
  publish: (uri: string) => void,
): (message: unknown, stream: Stream, caller: Caller) => void {
  const followed = new Map<string, Followed>()
  const start = (uri: string, caller: Caller): Followed | undefined => {
    const callers: Followed['callers'] = new Set()
    const everyone = () => [...callers].map((one) => one.caller)
    const end = followAtService(uri, { gateway, caller }, () => publish(uri), everyone)
    if (!end) return undefined
    const started = { callers, end }
    followed.set(uri, started)
    return started
  }
  /** @returns the function that ends it; undefined when nobody can follow it */
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
    const uris = [...named].filter((uri) => library.writtenAs(uri) === undefined).slice(0, mostWatched)
    for (const uri of uris) {
      const leave = join(uri, caller)
      if (leave) stream.once('close', leave)
    }
  }
}

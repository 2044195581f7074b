/**
 * Listen services: the resources of services that clients of the newer era listen to.
 *
 * However many name an address, it is followed once, as long as one of them is there. Which of them hear of it is for the
 * SDK, which knows what each named; what is told is an address, and whoever reads it is asked for their own permissions.
 */
import type { Caller } from '../../contract/call.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { Library } from './library.js'
import { mostWatched } from './resources/session-watch.js'
import { followAtService } from './service-library.js'

interface Followed {
  listeners: number
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
  const join = (uri: string, caller: Caller): boolean => {
    const known = followed.get(uri)
    if (known) {
      known.listeners += 1
      return true
    }
    const end = followAtService(uri, { gateway, caller }, () => publish(uri))
    if (end) followed.set(uri, { listeners: 1, end })
    return end !== undefined
  }
  const leave = (uri: string): void => {
    const known = followed.get(uri)
    if (!known) return
    known.listeners -= 1
    if (known.listeners > 0) return
    followed.delete(uri)
    known.end()
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
      if (join(uri, caller)) stream.once('close', () => leave(uri))
    }
  }
}

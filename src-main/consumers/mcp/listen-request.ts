/** Listen request: removes resources that a client may not subscribe to (`resources/may-follow.ts`). */
import type { Caller } from '@contract/call.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Library } from './library.js'
import { mayFollowAtService } from './service-library.js'

type ListenFilter = { readonly resourceSubscriptions?: unknown } | undefined

/** The same `subscriptions/listen` without forbidden resources. Other messages are unchanged. */
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

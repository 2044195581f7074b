/**
 * Deferred route: loads a consumer at its first request, so that unused consumers cost no start time.
 *
 * Requests reach the consumer in the order of their arrival.
 */
import type { GuardedRoute } from './route.js'

/** The properties of a route that the listener needs before its consumer is loaded. */
export interface RouteSurface extends Pick<GuardedRoute, 'path' | 'below' | 'refuse'> {
  /** Whether it handles messages of a multiplexed connection. */
  readonly isMultiplexed?: boolean
}

/** @param load called once; again with the next request after a failure */
export function deferredRoute(
  { isMultiplexed, ...surface }: RouteSurface,
  load: () => Promise<GuardedRoute>,
): GuardedRoute {
  let route: GuardedRoute | undefined
  let loading: Promise<GuardedRoute> | undefined
  const loaded = (): Promise<GuardedRoute> => {
    loading ??= load().then(
      (ready) => {
        route = ready
        return ready
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    ...surface,
    handle: (...request) =>
      route ? route.handle(...request) : loaded().then((consumer) => consumer.handle(...request)),
    ...(isMultiplexed && {
      async onMessage(...message) {
        const consumer = route ?? (await loaded())
        await consumer.onMessage?.(...message)
      },
    }),
    async close() {
      const consumer = route ?? (await loading?.catch(() => undefined))
      await consumer?.close()
    },
  }
}

/** Route: the interface of a consumer for the HTTP listener. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { RequestHead, ResponseWriter } from './exchange.js'
import type { Refuse } from './refusal.js'

interface RouteShape {
  /** Exact path, for example `/mcp`. */
  readonly path: string
  /** Whether the route also serves everything below its path (`/api/v1/...`). */
  readonly below?: boolean
  /** How requests to this route are refused; default: the contract's envelope. */
  readonly refuse?: Refuse
  /** Closes every session. */
  close(): Promise<void>
}

export interface GuardedRoute extends RouteShape {
  readonly open?: false
  /**
   * Called only for authenticated requests. The listener disconnects the client when its key is revoked; the route ends
   * what outlives a request, such as sessions.
   */
  handle(request: IncomingMessage, response: ServerResponse, authenticated: AuthenticatedClient): Promise<void>
  /** Handles a message of a multiplexed connection, which was authenticated once; at most one route does. */
  onMessage?(
    request: RequestHead,
    response: ResponseWriter,
    authenticated: AuthenticatedClient,
    text: string,
  ): Promise<void>
}

/**
 * Served without a token: it reveals nothing about this machine and grants no right. `Host` and `Origin` are still
 * checked.
 */
export interface OpenRoute extends RouteShape {
  readonly open: true
  readonly onMessage?: undefined
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type HttpRoute = GuardedRoute | OpenRoute

/**
 * The route of a path. Paths are compared literally: nothing is decoded or normalized.
 *
 * @param path without the query
 */
export const routeOf = <Route extends Pick<HttpRoute, 'path' | 'below'>>(
  routes: readonly Route[],
  path: string,
): Route | undefined =>
  routes.find((route) => route.path === path) ??
  routes.find((route) => route.below && path.startsWith(`${route.path}/`))

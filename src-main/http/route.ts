/** Route: what a consumer must be to stand behind the HTTP door. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthenticatedClient } from '../gateway/ports.js'
import type { Answer, Asked } from './exchange.js'
import type { Refuse } from './refusal.js'

interface RouteShape {
  /** Exact path, for example `/mcp`. */
  readonly path: string
  /** Whether everything below the path (`/api/v1/...`) is this route's too. */
  readonly below?: boolean
  /** How the door refuses what it does not let through to this route; in the contract's envelope when left out. */
  readonly refuse?: Refuse
  /** Ends every session. */
  close(): Promise<void>
}

export interface GuardedRoute extends RouteShape {
  readonly open?: false
  /**
   * Called only for requests that have passed the door's checks. The door hangs up when the client's key is taken away;
   * what outlives a request, as a session does, is the route's to end.
   */
  handle(request: IncomingMessage, response: ServerResponse, authenticated: AuthenticatedClient): Promise<void>
  /** Hears a message that came over a line, which has passed the same checks once; at most one route does. */
  hear?(asked: Asked, answer: Answer, authenticated: AuthenticatedClient, text: string): Promise<void>
}

/** Served without a token: it tells nothing of this machine and gives nobody a right. `Host` and `Origin` are checked all the same. */
export interface OpenRoute extends RouteShape {
  readonly open: true
  readonly hear?: undefined
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type HttpRoute = GuardedRoute | OpenRoute

/**
 * The route a path belongs to. Paths are compared as they are written: nothing is decoded, no dots are followed.
 *
 * @param path without the query
 */
export const routeOf = <Route extends Pick<HttpRoute, 'path' | 'below'>>(
  routes: readonly Route[],
  path: string,
): Route | undefined =>
  routes.find((route) => route.path === path) ??
  routes.find((route) => route.below && path.startsWith(`${route.path}/`))

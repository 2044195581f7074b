/** Route: what a consumer must be to stand behind the HTTP door. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refuse } from './refusal.js'

export interface HttpRoute {
  /** Exact path, for example `/mcp`. */
  readonly path: string
  /** Whether everything below the path (`/api/v1/...`) is this route's too. */
  readonly below?: boolean
  /** Whether it is read without a token: then it tells nothing of this machine. `Host` and `Origin` are checked all the same. */
  readonly open?: boolean
  /** How the door refuses what it does not let through to this route; in the contract's envelope when left out. */
  readonly refuse?: Refuse
  /** Called only for requests that have passed the door's checks. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends every session. */
  close(): Promise<void>
}

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

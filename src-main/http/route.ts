/** Route: what a consumer must be to stand behind the HTTP door. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface HttpRoute {
  /** Exact path, for example `/mcp`. */
  readonly path: string
  /** Called only for requests that have passed the door's checks. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends every session. */
  close(): Promise<void>
}

/**
 * Client channel: lets a service reach the client of a call while the call runs.
 *
 * Guards that no provider learns who called: a service sees only the client's capabilities and its responses.
 */
import type { JsonObject } from './call.js'

/** A request of MCP to the client: elicitation, sampling or roots. */
export interface ClientRequest {
  readonly method: string
  readonly params: JsonObject
  /** What the service calls the request. */
  readonly key?: string
}

export interface ClientChannel {
  /** What the client can do, in the shape of MCP's client capabilities. */
  readonly capabilities: JsonObject
  /** `_meta` of the client's request, without what belongs to the protocol. */
  readonly meta?: JsonObject
  /** Whether the client can follow the call as a task. */
  readonly knowsTasks: boolean
  /** `notifications/progress` and `notifications/message`. Dropped where nobody listens. */
  notify(method: string, params: JsonObject): void
  /** @throws Error when the client cannot be reached any more, or refuses */
  request(request: ClientRequest): Promise<JsonObject>
  /** The response to an unsupported request; undefined when there is none. */
  refuse?(request: ClientRequest): Promise<JsonObject> | undefined
  /** The call will take long: a client that knows tasks may follow it as one. @param describe how far it is */
  becomesTask(describe: () => string | undefined): void
}

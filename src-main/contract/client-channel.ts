/**
 * Client channel: lets a service reach the client of a call while the call runs.
 *
 * Guards that no provider learns the identity of the caller: a service sees only the client's capabilities and
 * responses.
 */
import type { JsonObject } from './call.js'

/** An MCP request to the client: elicitation, sampling or roots. */
export interface ClientRequest {
  readonly method: string
  readonly params: JsonObject
  /** The key that the service assigned to the request. */
  readonly key?: string
}

export interface ClientChannel {
  /** The client's capabilities, in MCP's format. */
  readonly capabilities: JsonObject
  /** `_meta` of the client's request, without the members of the protocol itself. */
  readonly meta?: JsonObject
  /** Whether the client can follow the call as a task. */
  readonly knowsTasks: boolean
  /** `notifications/progress` and `notifications/message`. Dropped when the client does not listen. */
  notify(method: string, params: JsonObject): void
  /** @throws Error when the client is no longer reachable, or refuses */
  request(request: ClientRequest): Promise<JsonObject>
  /** The response to an unsupported request; undefined when there is none. */
  refuse?(request: ClientRequest): Promise<JsonObject> | undefined
  /** Announces a long call, which a client that supports tasks may follow as one. @param describe the current progress */
  becomesTask(describe: () => string | undefined): void
}

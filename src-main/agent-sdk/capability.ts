/** Capability: what an agent can do, its manifest and the function behind it. See docs/protocol.md#agents-sdk. */
import type { JsonObject } from '../contract/call.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'

/** Who calls, as the gateway tells it. */
export interface CallContext {
  readonly caller?: string
  readonly sessionId?: string
  readonly traceId?: string
}

/**
 * Runs a capability; arguments are checked already, defaults filled.
 *
 * @throws GatewayError what the caller should read; anything else is a bug: `onError` hears it, and the caller reads only that the agent failed
 */
export type Handler<Given = JsonObject, Told = JsonObject> = (given: Given, call: CallContext) => Told | Promise<Told>

export interface Capability {
  readonly manifest: CapabilityManifest
  /** Events have none. */
  readonly run?: Handler
}

/** A capability that tells rather than answers; `Told` is what it tells. */
export interface EventCapability<Told extends object = JsonObject> extends Capability {
  /** Only a type: what `emit` takes for this event. */
  readonly told?: Told
}

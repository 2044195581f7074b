/** Capability: a manifest and its handler. See docs/protocol.md#agents-sdk. */
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'

/** The caller, as reported by the gateway. */
export interface CallContext {
  readonly caller?: string
  readonly sessionId?: string
  readonly traceId?: string
  /** W3C Trace Context of the client, when it sent one. */
  readonly traceparent?: string
  readonly tracestate?: string
}

/**
 * Runs a capability. Arguments are already validated, with defaults filled in.
 *
 * @throws GatewayError for what the caller should read. Anything else is a bug: it goes to `onError`, and the caller
 * reads only that the agent failed
 */
export type Handler<Given = JsonObject, Data = JsonObject> = (given: Given, call: CallContext) => Data | Promise<Data>

export interface Capability {
  readonly manifest: CapabilityManifest
  /** Events have no handler. */
  readonly run?: Handler
}

/** A capability that sends events; `Data` is the type of their data. */
export interface EventCapability<Data extends object = JsonObject> extends Capability {
  /** Type only: what `emit` accepts for this event. */
  readonly told?: Data
}

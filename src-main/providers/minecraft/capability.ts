/**
 * Capability: one capability of a Minecraft server, its implementation and its requirements; the same for Java servers
 * and Bedrock games.
 *
 * A capability that a server cannot support is not offered; `MissingFeature` gives the reason.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { isInternal } from '@contract/namespaces.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { MissingFeature, MissingFeatureKind } from '@shared/servers/java-server.js'
import type { RefusedCapability } from '@shared/servers/server.js'
import en from '@shared/words/en.json' with { type: 'json' }

export interface CapabilityCall {
  readonly given: JsonObject
  readonly signal: AbortSignal
  /** Adds a picture to the result. */
  readonly onPicture?: ((picture: ResultPicture) => void) | undefined
  readonly requestId?: string | undefined
  /** A snapshot is asked for: the request that is about to run. */
  readonly snapshotFor?: string | undefined
  readonly caller?: { readonly id: string; readonly name: string } | undefined
  /** The optional members of the result that are needed; all when omitted. */
  readonly members?: readonly string[] | undefined
  /** The state that it changes, read just before. */
  readonly before?: JsonObject | undefined
  /** The owner does it themselves. */
  readonly byOwner?: boolean | undefined
  /** A schedule of the owner does it. */
  readonly scheduled?: boolean | undefined
}

/** Whether the caller needs a member of the result that costs a read of its own. */
export const isNeeded = ({ members }: CapabilityCall, name: string): boolean => members?.includes(name) !== false

/** @typeParam Abilities what probing found out about a server when it connected */
export interface Capability<Abilities> {
  readonly id: string
  /** Why the server cannot support it; undefined when it can. */
  missingFeature(abilities: Abilities): MissingFeature | undefined
  /** @throws GatewayError for every failure that the caller can handle */
  run(call: CapabilityCall, abilities: Abilities): Promise<JsonObject>
}

/** A capability that no server of this kind supports. */
export const unavailableCapability = (id: string, kind: MissingFeatureKind): Capability<unknown> => ({
  id,
  missingFeature: () => ({ kind }),
  run: () => Promise.reject(new Error(`${id} is not offered`)),
})

export type Capabilities<Abilities> = ReadonlyMap<string, Capability<Abilities>>

/** @throws GatewayError when the server does not offer it */
export function offeredCapability<Abilities>(
  capabilities: Capabilities<Abilities>,
  capabilityId: string,
  abilities: Abilities,
): Capability<Abilities> {
  const found = capabilities.get(capabilityId)
  if (found && !found.missingFeature(abilities)) return found
  throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId } })
}

/** A capability or an event, and what it lacks; undefined when it is offered. */
export interface Requirement {
  readonly id: string
  readonly lack: MissingFeature | undefined
}

export const requirementsOf = <Abilities>(
  capabilities: Capabilities<Abilities>,
  abilities: Abilities,
): readonly Requirement[] =>
  [...capabilities.values()].map((one) => ({ id: one.id, lack: one.missingFeature(abilities) }))

export const offeredIn = (all: readonly Requirement[]): readonly string[] =>
  all.filter(({ lack }) => lack === undefined).map(({ id }) => id)

/**
 * Why the rest is not offered, in English. The window localizes it by `lack`. Snapshots are internal to the gateway;
 * missing ones are reported where an action cannot be undone.
 */
export const refusedIn = (all: readonly Requirement[]): readonly RefusedCapability[] =>
  all.flatMap(({ id, lack }) => (lack && !isInternal(id) ? [{ id, reason: en.lack[lack.kind], lack: lack.kind }] : []))

/**
 * Core: capabilities of the core catalogue, which need no manifest.
 *
 * `core('world.time.get', ({ worldName }) => ...)`; arguments and results have the catalogue's types.
 */
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { CoreCapabilities } from '@contract/generated/core-capabilities.js'
import type { Capability, EventCapability, Handler } from './capability.js'

type IdOf<Type extends CapabilityManifest['type']> = {
  [Id in keyof CoreCapabilities]: CoreCapabilities[Id]['type'] extends Type ? Id : never
}[keyof CoreCapabilities]

export type CoreCall = IdOf<'context' | 'action'>
export type CoreEvent = IdOf<'event'>

export type CoreArguments<Id extends CoreCall> = CoreCapabilities[Id]['parameters']
export type CoreResult<Id extends keyof CoreCapabilities> = CoreCapabilities[Id]['returns']

/** Allowed differences from the catalogue: a provider may raise the risk and lower the rate limit (invariant 4). */
export type CoreChange = Partial<Pick<CapabilityManifest, 'risk' | 'rateLimit' | 'provider'>>

/** A context or action of the catalogue. */
export function core<Id extends CoreCall>(
  id: Id,
  run: Handler<CoreArguments<Id>, CoreResult<Id>>,
  change: CoreChange = {},
): Capability {
  return { manifest: { ...coreManifest(id), ...change }, run: run as unknown as Handler }
}

/** An event of the catalogue. */
export const coreEvent = <Id extends CoreEvent>(id: Id): EventCapability<CoreResult<Id> & JsonObject> => ({
  manifest: coreManifest(id),
})

function coreManifest(id: string): CapabilityManifest {
  const manifest = coreCatalogue.get(id)
  if (!manifest) throw new Error(`${id} is not in the core catalogue`)
  return manifest
}

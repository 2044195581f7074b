/**
 * Listing: capabilities as the tools and resources of the older dialect. Specification 3, sections 5.2.2 and 5.2.3.
 *
 * Everything that can be called is a tool. What only reads is a resource as well, so nothing is changed by reading one.
 */
import { underAlias } from '../../contract/capability-aliases.js'
import { coreCatalogue } from '../../contract/core-catalogue.js'
import { deprecationNotice } from '../../contract/deprecation.js'
import type { CapabilityManifest, ObjectSchema, RiskLevel } from '../../contract/generated/capability-manifest.js'
import type { Offer } from '../../gateway/registry.js'
import { riskOf, worse } from '../../policy/risk.js'
import { argumentSchema, callable, serverNames } from '../../policy/server-choice.js'

export type Capabilities = ReadonlyMap<string, readonly Offer[]>

/** One capability with everybody whose offer can be called; at least one. */
export interface Target {
  readonly manifest: CapabilityManifest
  readonly offers: readonly Offer[]
}

interface Described {
  readonly name: string
  readonly description: string
  readonly version: string
}

export interface LegacyTool extends Described {
  /** `world/time/get` for `world.time.get`. */
  readonly toolId: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly risk: RiskLevel
}

export interface LegacyResource extends Described {
  /** `world/time` for `world.time.get`. */
  readonly resourceId: string
  readonly querySchema: ObjectSchema
  readonly contentSchema?: ObjectSchema
}

/** Capability ids hold no slash, so the mapping is one to one. */
export const toolIdOf = (capabilityId: string): string => capabilityId.replaceAll('.', '/')
export const capabilityIdOf = (toolId: string): string => toolId.replaceAll('/', '.')

/** What a tool id names; undefined when there is no such tool. */
export const targetOfTool = (capabilities: Capabilities, toolId: string): Target | undefined =>
  toolId.includes('.') ? undefined : targetOf(capabilities, capabilityIdOf(toolId))

/** What a resource id names; undefined when there is no such resource. */
export function targetOfResource(capabilities: Capabilities, resourceId: string): Target | undefined {
  return (
    readable(targetOfTool(capabilities, resourceId)) ?? readable(targetOfTool(capabilities, `${resourceId}/${getter}`))
  )
}

export const toolsOf = (capabilities: Capabilities): LegacyTool[] =>
  targetsIn(capabilities).map(({ manifest, offers }) => ({
    toolId: toolIdOf(manifest.id),
    ...described(manifest, offers),
    inputSchema: argumentSchema(manifest, offers),
    ...(manifest.returns && { outputSchema: manifest.returns }),
    risk: offers.map(({ manifest: offered }) => riskOf(offered, coreCatalogue.get(offered.id)).level).reduce(worse),
  }))

export const resourcesOf = (capabilities: Capabilities): LegacyResource[] =>
  targetsIn(capabilities)
    .filter(readable)
    .map(({ manifest, offers }) => ({
      resourceId: resourceIdOf(manifest.id, capabilities),
      ...described(manifest, offers),
      querySchema: argumentSchema(manifest, offers),
      ...(manifest.returns && { contentSchema: manifest.returns }),
    }))

/** A context whose id ends so reads what the rest of the id names. */
const getter = 'get'

/** Without `/get`, unless that names another resource. */
function resourceIdOf(capabilityId: string, capabilities: Capabilities): string {
  const id = toolIdOf(capabilityId)
  if (!id.endsWith(`/${getter}`)) return id
  const stem = id.slice(0, -getter.length - 1)
  return targetOfResource(capabilities, stem)?.manifest.id === capabilityId ? stem : id
}

const targetOf = (capabilities: Capabilities, capabilityId: string): Target | undefined =>
  underAlias(capabilityId, (id) => {
    const offers = callable(capabilities.get(id) ?? [])
    const manifest = offers[0]?.manifest
    return manifest && { manifest, offers }
  })

/** A name under which one server acts is no resource, whatever the others call it. */
const readable = (target: Target | undefined): Target | undefined =>
  target?.offers.every(({ manifest }) => manifest.type === 'context') ? target : undefined

const targetsIn = (capabilities: Capabilities): Target[] =>
  [...capabilities.keys()].sort().flatMap((id) => targetOf(capabilities, id) ?? [])

function described(manifest: CapabilityManifest, offers: readonly Offer[]): Described {
  const where = offers.length > 1 ? [`Say which server: ${serverNames(offers).join(', ')}.`] : []
  const notice = manifest.deprecated ? [deprecationNotice(manifest.deprecated, toolIdOf)] : []
  return {
    name: manifest.name,
    description: [manifest.description, ...where, ...notice].join(' '),
    version: manifest.version,
  }
}

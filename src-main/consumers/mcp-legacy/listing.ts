/**
 * Listing: capabilities as tools and resources of the legacy dialect. See docs/protocol.md#mcp-legacy-methods.
 *
 * Everything callable is a tool. Read-only capabilities are resources too, so reading a resource changes nothing.
 */
import { underAlias } from '@contract/capability-aliases.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, ObjectSchema, RiskLevel } from '@contract/generated/capability-manifest.js'
import { deprecationText, descriptionText, schemaForModels, titleText } from '../../gateway/ports/model-responses.js'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { higherRisk, riskOf } from '../../policy/risk/risk.js'
import { argumentSchema, callable, serverNames } from '../../policy/rules/server-choice.js'
import { joinedText, type ModelText, modelText, quoted } from '../../policy/text/model-text.js'

export type OffersByCapability = ReadonlyMap<string, readonly CapabilityOffer[]>

/** A capability with all its callable offers; at least one. */
export interface CallableCapability {
  readonly manifest: CapabilityManifest
  readonly offers: readonly CapabilityOffer[]
}

interface LegacyDescription {
  readonly name: ModelText
  readonly description: ModelText
  readonly version: string
}

export interface LegacyTool extends LegacyDescription {
  /** `world/time/get` for `world.time.get`. */
  readonly toolId: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly risk: RiskLevel
}

export interface LegacyResource extends LegacyDescription {
  /** `world/time` for `world.time.get`. */
  readonly resourceId: string
  readonly querySchema: ObjectSchema
  readonly contentSchema?: ObjectSchema
}

/** Capability ids contain no slash, so the mapping is one to one. */
export const toolIdOf = (capabilityId: string): string => capabilityId.replaceAll('.', '/')
export const capabilityIdOf = (toolId: string): string => toolId.replaceAll('/', '.')

/** The capability of a tool id; undefined when there is no such tool. */
export const targetOfTool = (capabilities: OffersByCapability, toolId: string): CallableCapability | undefined =>
  toolId.includes('.') ? undefined : targetOf(capabilities, capabilityIdOf(toolId))

/** The capability of a resource id; undefined when there is no such resource. */
export function targetOfResource(capabilities: OffersByCapability, resourceId: string): CallableCapability | undefined {
  return (
    readable(targetOfTool(capabilities, resourceId)) ?? readable(targetOfTool(capabilities, `${resourceId}/${getter}`))
  )
}

export const toolsOf = (capabilities: OffersByCapability): LegacyTool[] =>
  targetsIn(capabilities).map(({ manifest, offers }) => ({
    toolId: toolIdOf(manifest.id),
    ...described(manifest, offers),
    inputSchema: forModels(offers, argumentSchema(manifest, offers)),
    ...(manifest.returns && { outputSchema: forModels(offers, manifest.returns) }),
    risk: offers
      .map(({ manifest: offered }) => riskOf(offered, coreCatalogue.get(offered.id)).level)
      .reduce(higherRisk),
  }))

export const resourcesOf = (capabilities: OffersByCapability): LegacyResource[] =>
  targetsIn(capabilities)
    .filter(readable)
    .map(({ manifest, offers }) => ({
      resourceId: resourceIdOf(manifest.id, capabilities),
      ...described(manifest, offers),
      querySchema: forModels(offers, argumentSchema(manifest, offers)),
      ...(manifest.returns && { contentSchema: forModels(offers, manifest.returns) }),
    }))

const forModels = ([first]: readonly CapabilityOffer[], schema: ObjectSchema): ObjectSchema =>
  first ? schemaForModels(first, schema) : schema

/** A context with this suffix reads what the rest of the id names. */
const getter = 'get'

/** Without `/get`, unless that is another resource's id. */
function resourceIdOf(capabilityId: string, capabilities: OffersByCapability): string {
  const id = toolIdOf(capabilityId)
  if (!id.endsWith(`/${getter}`)) return id
  const stem = id.slice(0, -getter.length - 1)
  return targetOfResource(capabilities, stem)?.manifest.id === capabilityId ? stem : id
}

const targetOf = (capabilities: OffersByCapability, capabilityId: string): CallableCapability | undefined =>
  underAlias(capabilityId, (id) => {
    const offers = callable(capabilities.get(id) ?? [])
    const manifest = offers[0]?.manifest
    return manifest && { manifest, offers }
  })

/** A capability that is an action on any server is not a resource. */
const readable = (target: CallableCapability | undefined): CallableCapability | undefined =>
  target?.offers.every(({ manifest }) => manifest.type === 'context') ? target : undefined

const targetsIn = (capabilities: OffersByCapability): CallableCapability[] =>
  [...capabilities.keys()].sort().flatMap((id) => targetOf(capabilities, id) ?? [])

function described(manifest: CapabilityManifest, offers: readonly CapabilityOffer[]): LegacyDescription {
  const [first] = offers
  if (!first) throw new Error('A capability that nobody offers')
  const names = serverNames(offers).map((name) => quoted(name))
  const where = offers.length > 1 ? [modelText`Choose a server: ${joinedText(names, ', ')}.`] : []
  const notice = manifest.deprecated ? [deprecationText(manifest.deprecated, toolIdOf)] : []
  return {
    name: titleText(first),
    description: joinedText([descriptionText(first), ...where, ...notice], ' '),
    version: manifest.version,
  }
}

/**
 * Tools: capabilities as MCP clients see them.
 *
 * When several servers offer a capability, the tool has a `server` parameter. An offline server keeps its tools:
 * clients that ignore list changes can call them when it is back.
 */

import { underAlias } from '@contract/capability-aliases.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, DeprecationInfo, RiskLevel } from '@contract/generated/capability-manifest.js'
import type { Tool } from '@modelcontextprotocol/server'
import { deprecationText, descriptionText, schemaForModels, titleText } from '../../gateway/ports/model-responses.js'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { demandsOfRisk, higherRisk, riskOf } from '../../policy/risk/risk.js'
import { argumentSchema, callable, serverNames } from '../../policy/rules/server-choice.js'
import { mayHoldGameText } from '../../policy/text/game-text.js'
import { joinedText, literalText, type ModelText, modelText, quoted } from '../../policy/text/model-text.js'
import { pairedContextOf } from '../../policy/undo/paired-context.js'
import { supportsDryRun, withDryRun } from './dry-run.js'
import { iconsOf } from './icons.js'
import { outputSchemaOf } from './output-schema.js'
import { isOfService, listedTool, relayedNames } from './relayed-tools.js'
import { capabilityIdOf, toolNameOf } from './tool-name.js'

export type OffersByCapability = ReadonlyMap<string, readonly CapabilityOffer[]>

/** All callable capabilities as tools, ordered by id. */
export const toolsOf = (capabilities: OffersByCapability, all = capabilities): Tool[] =>
  [
    ...[...capabilities.values()]
      .map((offers) => callable(offers).filter((offer) => !isOfService(offer)))
      .filter((offers) => offers.length > 0)
      .map(toolOf)
      .filter(({ name }) => capabilityIdOf(name) !== undefined || shortNamesOf(capabilities).has(name)),
    ...toolsOfServices(capabilities, all),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))

/** A definition that waits for acceptance is not shown: the accepted one is. */
const toolsOfServices = (capabilities: OffersByCapability, all: OffersByCapability): Tool[] =>
  [...relayedNames(all).nameOf].flatMap(([id, name]) => {
    const offers = (capabilities.get(id) ?? []).filter(isOfService)
    const [offer] = offers
    return offer ? [listedTool(offer, name) ?? { ...toolOf(offers), name }] : []
  })

/**
 * The offers of a tool; undefined for an unknown tool.
 *
 * @param all of the registry, where `capabilities` is only a client's part
 */
export function offersOf(
  capabilities: OffersByCapability,
  toolName: string,
  all = capabilities,
): readonly CapabilityOffer[] | undefined {
  const relayed = relayedNames(all).idOf.get(toolName)
  if (relayed !== undefined) return capabilities.get(relayed)
  if (toolName.includes('.')) return undefined
  const capabilityId = capabilityIdOf(toolName) ?? shortNamesOf(capabilities).get(toolName)
  if (!capabilityId || toolNameOf(capabilityId) !== toolName) return undefined
  return underAlias(capabilityId, (id) => {
    const offers = callable(capabilities.get(id) ?? [])
    return offers.length > 0 ? offers : undefined
  })
}

/** The name of a capability's tool; undefined when it is none. @param all capabilities of the registry */
export function toolNameIn(all: OffersByCapability, capabilityId: string): string | undefined {
  const relayed = relayedNames(all).nameOf.get(capabilityId)
  if (relayed !== undefined) return relayed
  const offers = all.get(capabilityId)
  return offers?.every(isOfService) ? undefined : toolNameOf(capabilityId)
}

const shortNames = new WeakMap<OffersByCapability, ReadonlyMap<string, string>>()

/** Hashed names → ids. Two ids with the same hash get no name. */
function shortNamesOf(capabilities: OffersByCapability): ReadonlyMap<string, string> {
  const known = shortNames.get(capabilities)
  if (known) return known
  const ids = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const id of capabilities.keys()) {
    const name = toolNameOf(id)
    if (capabilityIdOf(name) !== undefined) continue
    if (ids.has(name)) ambiguous.add(name)
    ids.set(name, id)
  }
  for (const name of ambiguous) ids.delete(name)
  shortNames.set(capabilities, ids)
  return ids
}

function toolOf(offers: readonly CapabilityOffer[]): Tool {
  const offer = first(offers)
  const { manifest } = offer
  const title = titleText(offer)
  const risk = offers.map((offer) => levelOf(offer.manifest)).reduce(higherRisk)
  const reads = manifest.type === 'context'
  const idempotent = reads || Boolean(manifest.tags?.includes('idempotent'))
  const namespace = manifest.id.split('.', 1)[0] ?? ''
  return {
    name: toolNameOf(manifest.id),
    title,
    description: descriptionOf(offer, offers),
    inputSchema: withDryRun({ ...schemaForModels(offer, argumentSchema(manifest, offers)), type: 'object' }, manifest),
    outputSchema: outputSchemaOf(manifest.returns && schemaForModels(offer, manifest.returns)),
    icons: iconsOf(namespace),
    annotations: {
      title,
      readOnlyHint: reads,
      destructiveHint: risk === 'high' || risk === 'critical',
      idempotentHint: idempotent,
      openWorldHint: mayHoldTextOfOthers(manifest),
    },
    _meta: {
      layer: manifest.type,
      category: namespace,
      safety: risk,
      idempotent,
      supportsDryRun: supportsDryRun(manifest),
      capabilityId: manifest.id,
      version: manifest.version,
      ...(manifest.deprecated && { deprecated: planOf(manifest.deprecated) }),
    },
  }
}

/** By the schema of the result, also of the state before an action that a dry run shows. */
function mayHoldTextOfOthers({ id }: CapabilityManifest): boolean {
  const before = pairedContextOf(id)?.capabilityId
  return [id, ...(before === undefined ? [] : [before])].some(
    (one) => !coreCatalogue.has(one) || mayHoldGameText(coreCatalogue.get(one)?.returns),
  )
}

/** Without the reason and the guide: they are untrusted text, and models read `_meta`. */
const planOf = ({ reason: _reason, migrationGuide: _guide, ...plan }: DeprecationInfo) => plan

const levelOf = (manifest: CapabilityManifest): RiskLevel => riskOf(manifest, coreCatalogue.get(manifest.id)).level

function descriptionOf(offer: CapabilityOffer, offers: readonly CapabilityOffer[]): ModelText {
  const names = serverNames(offers).map((name) => quoted(name))
  const where = offers.length > 1 ? [modelText`Choose a server: ${joinedText(names, ', ')}.`] : []
  return joinedText([descriptionText(offer), ...where, ...consentOf(offer.manifest, offers), ...noticesOf(offers)], ' ')
}

/** Added to the description of an external capability: that approval may be needed, and what a denial means. */
function consentOf({ id }: CapabilityManifest, offers: readonly CapabilityOffer[]): ModelText[] {
  if (coreCatalogue.has(id)) return []
  const approvers = Math.max(...offers.map(({ manifest }) => demandsOfRisk(riskOf(manifest)).approvers))
  if (approvers === 0) return []
  const who = approvers === 1 ? literalText('A person') : modelText`Up to ${approvers} people`
  return [modelText`${who} must approve it first. Do not repeat a denied action.`]
}

/** The deprecation; per server where they differ. */
function noticesOf(offers: readonly CapabilityOffer[]): ModelText[] {
  const names = serverNames(offers).map((name) => quoted(name))
  const notices = offers.map(({ manifest }) => manifest.deprecated && deprecationText(manifest.deprecated, toolNameOf))
  const [first] = notices
  if (notices.every((notice) => notice === first)) return first ? [first] : []
  return notices.flatMap((notice, index) =>
    notice ? [modelText`On ${names[index] ?? literalText('one')}: ${notice}`] : [],
  )
}

function first(offers: readonly CapabilityOffer[]): CapabilityOffer {
  const [offer] = offers
  if (!offer) throw new Error('A capability that nobody offers')
  return offer
}

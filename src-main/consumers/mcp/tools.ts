/**
 * Tools: capabilities as MCP clients see them.
 *
 * Where several servers offer a capability, the tool takes a `server`. A server that is offline keeps its tools: clients
 * that heed no change of the list can call them when it is back.
 */

import type { Tool } from '@modelcontextprotocol/server'
import { underAlias } from '../../contract/capability-aliases.js'
import { coreCatalogue } from '../../contract/core-catalogue.js'
import type { CapabilityManifest, DeprecationInfo, RiskLevel } from '../../contract/generated/capability-manifest.js'
import { deprecationText, descriptionText, schemaForModels, titleText } from '../../gateway/model-answers.js'
import type { Offer } from '../../gateway/registry.js'
import { joinedText, type ModelText, modelText, ownWords, quoted } from '../../policy/model-text.js'
import { demandsOfRisk, riskOf, worse } from '../../policy/risk.js'
import { argumentSchema, callable, serverNames } from '../../policy/server-choice.js'
import { supportsDryRun, withDryRun } from './dry-run.js'
import { iconsOf } from './icons.js'
import { outputSchemaOf } from './output-schema.js'
import { isOfService, listedTool, relayedNames } from './relayed-tools.js'
import { capabilityIdOf, ownToolNames, toolNameOf } from './tool-name.js'

export type Capabilities = ReadonlyMap<string, readonly Offer[]>

/** Every capability that can be called, as a tool, in the order of their ids. */
export const toolsOf = (capabilities: Capabilities, all = capabilities): Tool[] =>
  [
    ...[...capabilities.values()]
      .map((offers) => callable(offers).filter((offer) => !isOfService(offer)))
      .filter((offers) => offers.length > 0)
      .map(toolOf)
      .filter(({ name }) => capabilityIdOf(name) !== undefined || shortNamesOf(capabilities).has(name)),
    ...toolsOfServices(capabilities, all),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))

/** A definition that waits for a person is not shown: what they accepted before it is. */
const toolsOfServices = (capabilities: Capabilities, all: Capabilities): Tool[] =>
  [...namesOfServices(all).nameOf].flatMap(([id, name]) => {
    const offers = (capabilities.get(id) ?? []).filter(isOfService)
    const [offer] = offers
    return offer ? [listedTool(offer, name) ?? { ...toolOf(offers), name }] : []
  })

const namesOfServices = (all: Capabilities) => relayedNames(all, (name) => ownToolNames.has(name))

/**
 * The offers behind a tool; undefined when there is no such tool.
 *
 * @param all that the registry has, where `capabilities` is only what one client is shown
 */
export function offersOf(
  capabilities: Capabilities,
  toolName: string,
  all = capabilities,
): readonly Offer[] | undefined {
  const relayed = namesOfServices(all).idOf.get(toolName)
  if (relayed !== undefined) return capabilities.get(relayed)
  if (toolName.includes('.')) return undefined
  const capabilityId = capabilityIdOf(toolName) ?? shortNamesOf(capabilities).get(toolName)
  if (!capabilityId || toolNameOf(capabilityId) !== toolName) return undefined
  return underAlias(capabilityId, (id) => {
    const offers = callable(capabilities.get(id) ?? [])
    return offers.length > 0 ? offers : undefined
  })
}

const shortNames = new WeakMap<Capabilities, ReadonlyMap<string, string>>()

/** Names that say a hash → ids. Two ids with the same hash have no name at all, rather than each other's. */
function shortNamesOf(capabilities: Capabilities): ReadonlyMap<string, string> {
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

function toolOf(offers: readonly Offer[]): Tool {
  const offer = first(offers)
  const { manifest } = offer
  const title = titleText(offer)
  const risk = offers.map((offer) => levelOf(offer.manifest)).reduce(worse)
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
      openWorldHint: false,
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

/** Without the reason and the guide: they are a stranger's sentences, and `_meta` of a tool is read by models. */
const planOf = ({ reason: _reason, migrationGuide: _guide, ...plan }: DeprecationInfo) => plan

const levelOf = (manifest: CapabilityManifest): RiskLevel => riskOf(manifest, coreCatalogue.get(manifest.id)).level

function descriptionOf(offer: Offer, offers: readonly Offer[]): ModelText {
  const names = serverNames(offers).map((name) => quoted(name))
  const where = offers.length > 1 ? [modelText`Say which server: ${joinedText(names, ', ')}.`] : []
  return joinedText([descriptionText(offer), ...where, ...consentOf(offer.manifest, offers), ...noticesOf(offers)], ' ')
}

/** What a stranger does not say of its capability: that people are asked, and what their no means. The catalogue does. */
function consentOf({ id }: CapabilityManifest, offers: readonly Offer[]): ModelText[] {
  if (coreCatalogue.has(id)) return []
  const approvers = Math.max(...offers.map(({ manifest }) => demandsOfRisk(riskOf(manifest)).approvers))
  if (approvers === 0) return []
  const who = approvers === 1 ? ownWords('a person is asked first') : modelText`${approvers} people must agree`
  return [modelText`Before it is done ${who}; a refusal means that it is not wanted.`]
}

/** What is on its way out; where not everywhere in the same words, said of each server by itself. */
function noticesOf(offers: readonly Offer[]): ModelText[] {
  const names = serverNames(offers).map((name) => quoted(name))
  const notices = offers.map(({ manifest }) => manifest.deprecated && deprecationText(manifest.deprecated, toolNameOf))
  const [first] = notices
  if (notices.every((notice) => notice === first)) return first ? [first] : []
  return notices.flatMap((notice, index) =>
    notice ? [modelText`On ${names[index] ?? ownWords('one')}: ${notice}`] : [],
  )
}

function first(offers: readonly Offer[]): Offer {
  const [offer] = offers
  if (!offer) throw new Error('A capability that nobody offers')
  return offer
}

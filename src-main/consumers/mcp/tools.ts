/**
 * Tools: capabilities as MCP clients see them.
 *
 * Names hold no dots: some clients drop the whole list otherwise. Where several servers offer a capability, the tool
 * takes a `server`.
 */
import type { Tool } from '@modelcontextprotocol/server'
import { coreCatalogue } from '../../contract/core-catalogue.js'
import { deprecationNotice } from '../../contract/deprecation.js'
import type {
  CapabilityManifest,
  DeprecationInfo,
  ObjectSchema,
  RiskLevel,
} from '../../contract/generated/capability-manifest.js'
import { capabilityIdOf, toolNameOf } from '../../contract/tool-name.js'
import type { Offer } from '../../gateway/registry.js'
import { riskOf, worse } from '../../policy/risk.js'

/** Name of the argument that says which server. */
export const serverArgument = 'server'

/** Every capability that can be called, as a tool, in the order of their ids. */
export const toolsOf = (capabilities: ReadonlyMap<string, readonly Offer[]>): Tool[] =>
  [...capabilities.values()]
    .map(callable)
    .filter((offers) => offers.length > 0)
    .map(toolOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Offers that can be called; what one server calls an event hides nothing of the others. */
const callable = (offers: readonly Offer[]): readonly Offer[] =>
  offers.filter(({ manifest }) => manifest.type !== 'event')

/** The offers behind a tool; undefined when there is no such tool. */
export function offersOf(
  capabilities: ReadonlyMap<string, readonly Offer[]>,
  toolName: string,
): readonly Offer[] | undefined {
  const offers = callable(capabilities.get(capabilityIdOf(toolName)) ?? [])
  return offers.length > 0 && !toolName.includes('.') ? offers : undefined
}

function toolOf(offers: readonly Offer[]): Tool {
  const manifest = first(offers)
  const risk = offers.map((offer) => levelOf(offer.manifest)).reduce(worse)
  const reads = manifest.type === 'context'
  const idempotent = reads || Boolean(manifest.tags?.includes('idempotent'))
  return {
    name: toolNameOf(manifest.id),
    title: manifest.name,
    description: descriptionOf(manifest, offers),
    inputSchema: inputSchemaOf(manifest, offers),
    outputSchema: outputSchemaOf(manifest.returns),
    annotations: {
      title: manifest.name,
      readOnlyHint: reads,
      destructiveHint: risk === 'high' || risk === 'critical',
      idempotentHint: idempotent,
      openWorldHint: false,
    },
    _meta: {
      layer: manifest.type,
      category: manifest.id.split('.')[0],
      safety: risk,
      idempotent,
      supportsDryRun: false,
      capabilityId: manifest.id,
      version: manifest.version,
      ...(manifest.deprecated && { deprecated: planOf(manifest.deprecated) }),
    },
  }
}

/** Without the reason and the guide: they are a stranger's sentences, and `_meta` of a tool is read by models. */
const planOf = ({ reason: _reason, migrationGuide: _guide, ...plan }: DeprecationInfo) => plan

const levelOf = (manifest: CapabilityManifest): RiskLevel => riskOf(manifest, coreCatalogue.get(manifest.id)).level

function descriptionOf(manifest: CapabilityManifest, offers: readonly Offer[]): string {
  const where = offers.length > 1 ? ` Say which server: ${serverNames(offers).join(', ')}.` : ''
  return [manifest.description + where, ...noticesOf(offers)].join(' ')
}

/** What is on its way out; where not everywhere in the same words, said of each server by itself. */
function noticesOf(offers: readonly Offer[]): string[] {
  const names = serverNames(offers)
  const notices = offers.map(
    ({ manifest }) => manifest.deprecated && deprecationNotice(manifest.deprecated, toolNameOf),
  )
  const [first] = notices
  if (notices.every((notice) => notice === first)) return first ? [first] : []
  return notices.flatMap((notice, index) => (notice ? [`On ${names[index]}: ${notice}`] : []))
}

function inputSchemaOf(manifest: CapabilityManifest, offers: readonly Offer[]): Tool['inputSchema'] {
  const parameters: ObjectSchema = manifest.parameters ?? { type: 'object', properties: {} }
  const required = Array.isArray(parameters.required) ? (parameters.required as string[]) : []
  if (offers.length === 1) return { ...parameters, type: 'object' }
  return {
    ...parameters,
    type: 'object',
    required: [...required, serverArgument],
    properties: {
      ...(parameters.properties as object | undefined),
      [serverArgument]: { type: 'string', enum: serverNames(offers), description: 'Which Minecraft server.' },
    },
  }
}

/** Names where they tell the servers apart, ids where they do not. */
function serverNames(offers: readonly Offer[]): string[] {
  const bearers = new Map<string, number>()
  for (const { link } of offers) bearers.set(link.server.name, (bearers.get(link.server.name) ?? 0) + 1)
  return offers.map(({ link: { server } }) => (bearers.get(server.name) === 1 ? server.name : server.id))
}

/** The envelope of specification 1, section 4.3, with the capability's own data in it. */
const outputSchemaOf = (returns: ObjectSchema = { type: 'object' }): NonNullable<Tool['outputSchema']> => ({
  type: 'object',
  required: ['success', 'requestId', 'timestamp'],
  properties: {
    success: { type: 'boolean' },
    requestId: { type: 'string' },
    timestamp: { type: 'string' },
    data: returns,
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, contractCode: { type: 'string' }, message: { type: 'string' } },
    },
    metadata: { type: 'object' },
  },
})

function first(offers: readonly Offer[]): CapabilityManifest {
  const [offer] = offers
  if (!offer) throw new Error('A capability that nobody offers')
  return offer.manifest
}

/**
 * Relayed tools: tools of other MCP servers, as their server describes them.
 *
 * Definitions are relayed completely, and tool names are unique: a name in use gets a hash suffix. Game servers
 * come first, then services in the order of their ids.
 */
import { createHash } from 'node:crypto'
import type { RelayedTool } from '@contract/relayed.js'
import type { Tool } from '@modelcontextprotocol/server'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { withAppAddress } from './apps.js'
import { toolNameOf } from './tool-name.js'

type OffersByCapability = ReadonlyMap<string, readonly CapabilityOffer[]>

/** Maximum characters of a service tool's name. */
export const maxRelayedNameLength = 64

const hashDigits = 8

/** The tool of a service's offer; undefined for game servers and for other kinds of offers. */
export const relayedToolOf = ({ manifest, link }: CapabilityOffer): RelayedTool | undefined =>
  link.relays?.get(manifest.id)

export const isOfService = ({ link }: CapabilityOffer): boolean => link.server.kind === 'service'

export interface RelayedNames {
  readonly nameOf: ReadonlyMap<string, string>
  readonly idOf: ReadonlyMap<string, string>
}

const known = new WeakMap<OffersByCapability, RelayedNames>()

/** @param all capabilities of the registry, so that names are the same for every client */
export function relayedNames(all: OffersByCapability, taken: (name: string) => boolean = () => false): RelayedNames {
  const before = known.get(all)
  if (before) return before
  const worlds = new Set<string>()
  const tools: [string, string][] = []
  for (const [id, offers] of all) {
    const tool = offers.map(relayedToolOf).find(Boolean)
    if (tool) tools.push([id, tool.name])
    else if (!offers.every(isOfService)) worlds.add(toolNameOf(id))
  }
  const nameOf = new Map<string, string>()
  const idOf = new Map<string, string>()
  for (const [id, wanted] of tools.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const isFree = (name: string) =>
      name.length <= maxRelayedNameLength && !worlds.has(name) && !idOf.has(name) && !taken(name)
    const name = isFree(wanted) ? wanted : withHash(wanted, id)
    if (!isFree(name)) continue
    nameOf.set(id, name)
    idOf.set(name, id)
  }
  const names = { nameOf, idOf }
  known.set(all, names)
  return names
}

function withHash(name: string, id: string): string {
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashDigits)
  return `${name.slice(0, maxRelayedNameLength - hashDigits - 1)}_${hash}`
}

/** The definition with its name here. In a list of several services the description names its service. */
export function listedTool({ relayed, link }: CapabilityOffer, name: string): Tool | undefined {
  if (!relayed) return undefined
  const { definition, service } = relayed
  const ownName = typeof definition.name === 'string' ? definition.name : name
  const words = typeof definition.description === 'string' ? definition.description : ''
  return {
    ...withAppAddress(definition, link.server.id),
    name,
    ...(definition.title === undefined && !name.endsWith(ownName) && { title: ownName }),
    ...(service !== undefined && { description: `Service ${JSON.stringify(service)}: ${words}`.trimEnd() }),
  } as unknown as Tool
}

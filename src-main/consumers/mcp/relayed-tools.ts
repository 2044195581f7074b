/**
 * Relayed tools: tools of other MCP servers, as their server describes them.
 *
 * Guards that nothing of a definition is lost, and that no tool takes the name of another: names come from a table, and
 * one that is taken gets a hash behind it. Worlds come first, then services in the order of their ids.
 */
import { createHash } from 'node:crypto'
import type { Tool } from '@modelcontextprotocol/server'
import type { RelayedTool } from '../../contract/relayed.js'
import type { Offer } from '../../gateway/registry.js'
import { toolNameOf } from './tool-name.js'

type Capabilities = ReadonlyMap<string, readonly Offer[]>

/** Characters of the longest name of a service's tool. */
export const longestRelayedName = 64

const hashDigits = 8

/** The tool that an offer of a service is listed as; undefined for worlds, and for what is listed in another way. */
export const relayedToolOf = ({ manifest, link }: Offer): RelayedTool | undefined => link.relays?.get(manifest.id)

export const isOfService = ({ link }: Offer): boolean => link.server.kind === 'service'

export interface RelayedNames {
  readonly nameOf: ReadonlyMap<string, string>
  readonly idOf: ReadonlyMap<string, string>
}

const known = new WeakMap<Capabilities, RelayedNames>()

/** @param all capabilities that the registry has, so that a name is the same for every client */
export function relayedNames(all: Capabilities, taken: (name: string) => boolean = () => false): RelayedNames {
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
      name.length <= longestRelayedName && !worlds.has(name) && !idOf.has(name) && !taken(name)
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
  return `${name.slice(0, longestRelayedName - hashDigits - 1)}_${hash}`
}

/** The definition under its name here. A description in a list of several services says whose words it is. */
export function listedTool({ relayed }: Offer, name: string): Tool | undefined {
  if (!relayed) return undefined
  const { definition, service } = relayed
  const words = typeof definition.description === 'string' ? definition.description : ''
  return {
    ...definition,
    name,
    ...(service !== undefined && { description: `Service ${JSON.stringify(service)}: ${words}`.trimEnd() }),
  } as unknown as Tool
}

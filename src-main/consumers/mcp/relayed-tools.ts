/**
 * Relayed tools: tools of other MCP servers, as their server describes them.
 *
 * Guards that every name is accepted by all clients, belongs to one tool, and does not depend on the order in which
 * services and their tools come: Gatehouse's own tools and those of worlds keep their names, and when several tools of
 * services want the same name, all of them get a hash of their ids.
 */
import { createHash } from 'node:crypto'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { RelayedTool } from '@contract/relayed.js'
import type { Tool } from '@modelcontextprotocol/server'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { withAppAddress } from './apps.js'
import { ownToolNames, toolNameOf } from './tool-name.js'

type OffersByCapability = ReadonlyMap<string, readonly CapabilityOffer[]>

/** Maximum characters of a service tool's name. */
export const maxRelayedNameLength = 64

const coreNames: ReadonlySet<string> = new Set([...coreCatalogue.keys()].map(toolNameOf))

/** Digits of the hash in a name, by how often the name was already taken. */
const hashDigits = [0, 8, 16, 40] as const

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
export function relayedNames(all: OffersByCapability): RelayedNames {
  const before = known.get(all)
  if (before) return before
  const worlds = new Set<string>()
  const wanted = new Map<string, string>()
  for (const [id, offers] of all) {
    const tool = offers.map(relayedToolOf).find(Boolean)
    if (tool) wanted.set(id, tool.name)
    else if (!offers.every(isOfService)) worlds.add(toolNameOf(id))
  }
  const isTaken = (name: string): boolean => worlds.has(name) || coreNames.has(name) || ownToolNames.has(name)
  const nameOf = distinctNames(wanted, isTaken)
  const names = { nameOf, idOf: new Map([...nameOf].map(([id, name]) => [name, id])) }
  known.set(all, names)
  return names
}

/**
 * A name for each id. A tool that wants the name which another one got with a hash gets a hash itself.
 *
 * @param wanted id → name. @param isTaken by something that keeps its name
 */
export function distinctNames(
  wanted: ReadonlyMap<string, string>,
  isTaken: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const attempts = new Map([...wanted.keys()].map((id) => [id, 0]))
  for (;;) {
    const claims = new Map<string, string[]>()
    for (const [id, name] of wanted) {
      const claimed = nameAt(name, id, attempts.get(id) ?? 0)
      claims.set(claimed, [...(claims.get(claimed) ?? []), id])
    }
    const next = [...claims].flatMap(([name, ids]) => {
      const isFree = name.length <= maxRelayedNameLength && !isTaken(name)
      if (isFree && ids.length === 1) return []
      const fewest = Math.min(...ids.map((id) => attempts.get(id) ?? 0))
      return ids.filter((id) => !isFree || attempts.get(id) === fewest)
    })
    if (next.length === 0) return new Map([...claims].map(([name, [id]]) => [id as string, name]))
    for (const id of next) attempts.set(id, (attempts.get(id) ?? 0) + 1)
  }
}

function nameAt(name: string, id: string, attempt: number): string {
  if (attempt === 0) return name
  const digits = hashDigits[Math.min(attempt, hashDigits.length - 1)] as number
  const hash = createHash('sha256').update(`${attempt} ${id}`).digest('hex').slice(0, digits)
  return `${name.slice(0, maxRelayedNameLength - digits - 1)}_${hash}`
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

/**
 * Listing: what the servers can do, as scripts look through it. See docs/protocol.md#rest-routes.
 *
 * One entry is one manifest with every server that offers exactly it: servers whose manifests differ have entries of
 * their own under the same id. The risk shown is the one that counts (invariant 4).
 */
import { coreCatalogue } from '../../contract/core-catalogue.js'
import type {
  CapabilityManifest,
  CapabilityType,
  Risk,
  RiskLevel,
} from '../../contract/generated/capability-manifest.js'
import type { Pagination } from '../../contract/generated/common-types.js'
import type { ContractError } from '../../contract/generated/error.js'
import { type Server, type ServerState, waitingOn } from '../../contract/server.js'
import type { Offer } from '../../gateway/registry.js'
import { riskOf } from '../../policy/risk.js'

export interface ListedServer {
  readonly id: string
  readonly name: string
  readonly state: ServerState
  /** Software and version, for example `Paper 1.20.4`. */
  readonly software?: string
  readonly agentId?: string
  readonly environment?: string
}

export type ListedCapability = CapabilityManifest & { readonly risk: Risk; readonly servers: readonly ListedServer[] }

export interface ListedProvider {
  readonly id: string
  readonly name: string
  readonly versions: readonly string[]
  /** How many entries its capabilities have. */
  readonly capabilities: number
  readonly servers: readonly ListedServer[]
}

export interface ServerStatus extends ListedServer {
  readonly kind: Server['kind']
  readonly health?: Server['health']
  /** Why it is not online, and what to do. */
  readonly problem?: Pick<ContractError, 'code' | 'message' | 'suggestion'>
  /** How many it offers that can be used. */
  readonly capabilities: number
  /** How many wait until a person accepts them. */
  readonly waiting: number
}

/** What an entry must be to be listed; all of it, where several are given. */
export interface Filters {
  /** `world` holds `world` and `world.time.get`, not `worldedit.undo`. */
  readonly namespace?: string
  readonly type?: CapabilityType
  readonly tag?: string
  /** Id of a provider. */
  readonly provider?: string
  readonly risk?: RiskLevel
  /** Id or name of a server; only its manifests are listed then. */
  readonly server?: string
  /** Text in id, name or description, in capitals or not. */
  readonly q?: string
}

export type Capabilities = ReadonlyMap<string, readonly Offer[]>

/** In the order of ids; under one id in the order the servers came. */
export const listCapabilities = (capabilities: Capabilities, filters: Filters = {}): ListedCapability[] =>
  [...capabilities.keys()]
    .sort()
    .flatMap((id) => entriesOf((capabilities.get(id) ?? []).filter(offeredBy(filters.server, capabilities))))
    .filter((entry) => isWanted(entry, filters))

/** The entries of one id; none when nobody offers it. */
export const entriesOf = (offers: readonly Offer[]): ListedCapability[] => {
  const alike = new Map<string, Offer[]>()
  for (const offer of offers) {
    const key = offers.length === 1 ? '' : JSON.stringify(offer.manifest)
    alike.set(key, [...(alike.get(key) ?? []), offer])
  }
  return [...alike.values()].flatMap((same) =>
    same.slice(0, 1).map(({ manifest }) => ({
      ...manifest,
      risk: riskOf(manifest, coreCatalogue.get(manifest.id)),
      servers: same.map(({ link }) => listed(link.server)),
    })),
  )
}

/** Every provider that a manifest names, in the order of ids. */
export function listProviders(capabilities: Capabilities): ListedProvider[] {
  const entries = new Map<string, ListedCapability[]>()
  for (const entry of listCapabilities(capabilities)) {
    entries.set(entry.provider.id, [...(entries.get(entry.provider.id) ?? []), entry])
  }
  return [...entries.keys()].sort().map((id) => {
    const theirs = entries.get(id) ?? []
    return {
      id,
      name: theirs[0]?.provider.name ?? id,
      versions: [...new Set(theirs.flatMap(({ provider }) => provider.version ?? []))].sort(),
      capabilities: theirs.length,
      servers: [...new Map(theirs.flatMap(({ servers }) => servers).map((server) => [server.id, server])).values()],
    }
  })
}

/** In the order they came. Addresses are nobody's business here, and so are not the details of a problem. */
export const listServers = (servers: readonly Server[]): ServerStatus[] =>
  servers.map((server) => ({
    ...listed(server),
    kind: server.kind,
    ...(server.health && { health: server.health }),
    ...(server.problem && { problem: inShort(server.problem) }),
    capabilities: server.capabilities.length,
    waiting: waitingOn(server).length,
  }))

const inShort = ({ code, message, suggestion }: ContractError) => ({ code, message, ...(suggestion && { suggestion }) })

/** See docs/protocol.md#common-types, `PaginatedResult`. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Items on all pages together. */
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly hasNext: boolean
  readonly hasPrevious: boolean
}

/** A page beyond the last is empty. */
export function pageOf<Item>(items: readonly Item[], { page, pageSize }: Required<Pagination>): Page<Item> {
  const begin = (page - 1) * pageSize
  return {
    items: items.slice(begin, begin + pageSize),
    total: items.length,
    page,
    pageSize,
    hasNext: begin + pageSize < items.length,
    hasPrevious: page > 1,
  }
}

/** An id counts before a name, as in a call. */
function offeredBy(server: string | undefined, capabilities: Capabilities): (offer: Offer) => boolean {
  if (server === undefined) return () => true
  const isId = [...capabilities.values()].some((offers) => offers.some(({ link }) => link.server.id === server))
  return ({ link }) => (isId ? link.server.id : link.server.name) === server
}

function isWanted(entry: ListedCapability, { namespace, type, tag, provider, risk, q }: Filters): boolean {
  const text = q?.toLowerCase()
  return (
    (namespace === undefined || entry.id === namespace || entry.id.startsWith(`${namespace}.`)) &&
    (type === undefined || entry.type === type) &&
    (tag === undefined || Boolean(entry.tags?.includes(tag))) &&
    (provider === undefined || entry.provider.id === provider) &&
    (risk === undefined || entry.risk.level === risk) &&
    (text === undefined ||
      [entry.id, entry.name, entry.description].some((words) => words.toLowerCase().includes(text)))
  )
}

const listed = ({ id, name, state, software, agentId, environment }: Server): ListedServer => ({
  id,
  name,
  state,
  ...(software && { software }),
  ...(agentId && { agentId }),
  ...(environment && { environment }),
})

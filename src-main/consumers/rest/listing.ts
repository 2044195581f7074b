/**
 * Listing: the servers' capabilities for scripts. See docs/protocol.md#rest-routes.
 *
 * One entry is one manifest with every server that offers exactly it: different manifests of the same id are separate
 * entries. The risk shown is the effective one (invariant 4).
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, CapabilityType, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'
import type { Pagination } from '@contract/generated/common-types.js'
import type { ContractError } from '@contract/generated/error.js'
import { type Server, type ServerState, waitingOn } from '@shared/servers/server.js'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { riskOf } from '../../policy/risk/risk.js'

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
  /** Number of entries of its capabilities. */
  readonly capabilities: number
  readonly servers: readonly ListedServer[]
}

export interface ListedServerStatus extends ListedServer {
  readonly kind: Server['kind']
  readonly health?: Server['health']
  /** Why it is not online, and what to do. */
  readonly problem?: Pick<ContractError, 'code' | 'message' | 'suggestion'>
  /** Number of usable capabilities. */
  readonly capabilities: number
  /** Number that wait for a person to accept them. */
  readonly waiting: number
}

/** Filters of entries; all given ones must match. */
export interface Filters {
  /** `world` matches `world` and `world.time.get`, not `worldedit.undo`. */
  readonly namespace?: string
  readonly type?: CapabilityType
  readonly tag?: string
  /** Id of a provider. */
  readonly provider?: string
  readonly risk?: RiskLevel
  /** Id or name of a server; lists only its manifests. */
  readonly server?: string
  /** Text in id, name or description, case-insensitive. */
  readonly q?: string
}

export type OffersByCapability = ReadonlyMap<string, readonly CapabilityOffer[]>

/** Ordered by id; under one id in the order the servers were added. */
export const listCapabilities = (capabilities: OffersByCapability, filters: Filters = {}): ListedCapability[] =>
  [...capabilities.keys()]
    .sort()
    .flatMap((id) => entriesOf((capabilities.get(id) ?? []).filter(offeredBy(filters.server, capabilities))))
    .filter((entry) => isWanted(entry, filters))

/** The entries of one id; empty when no server offers it. */
export const entriesOf = (offers: readonly CapabilityOffer[]): ListedCapability[] => {
  const alike = new Map<string, CapabilityOffer[]>()
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

/** Every provider of a manifest, ordered by id. */
export function listProviders(capabilities: OffersByCapability): ListedProvider[] {
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

/** In the order they were added, without addresses and problem details. */
export const listServers = (servers: readonly Server[]): ListedServerStatus[] =>
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
export interface ResultPage<Item> {
  readonly items: readonly Item[]
  /** Total of items on all pages. */
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly hasNext: boolean
  readonly hasPrevious: boolean
}

/** A page beyond the last is empty. */
export function pageOf<Item>(items: readonly Item[], { page, pageSize }: Required<Pagination>): ResultPage<Item> {
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

/** An id takes precedence over a name, as in a call. */
function offeredBy(server: string | undefined, capabilities: OffersByCapability): (offer: CapabilityOffer) => boolean {
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

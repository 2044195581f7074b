/**
 * Entries: every capability of every server, each once, with the servers it is on.
 *
 * Pure. The search text is built once for each list of servers, so that a typed letter only compares it with each entry.
 */
import type { CapabilityManifest, CapabilityType, RiskLevel } from '@contract/generated/capability-manifest.js'
import { compareVersions, parseVersion } from '@contract/versions.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { riskOfManifest } from './risk-of.js'

/** A capability as one server has it. */
export interface OfferOn {
  readonly server: Server
  /** As it may be used there; absent while it is new and waits. */
  readonly manifest?: CapabilityManifest
  /** The version there that waits for acceptance or was rejected. */
  readonly quarantined?: QuarantinedCapability
}

export interface CapabilityEntry {
  readonly id: string
  readonly namespace: string
  readonly name: string
  /** Of the newest version that may be used; where none may, of what waits. */
  readonly manifest: CapabilityManifest
  readonly risk: RiskLevel
  readonly offers: readonly OfferOn[]
  /** Different versions there are, the newest first. */
  readonly versions: readonly string[]
  readonly state: 'usable' | 'waiting' | 'rejected'
  readonly haystack: string
}

export interface CapabilityFilter {
  readonly text: string
  readonly server: string
  readonly namespace: string
  readonly type: CapabilityType | ''
  readonly risk: RiskLevel | ''
}

export const everything: CapabilityFilter = { text: '', server: '', namespace: '', type: '', risk: '' }

/** `world` of `world.time.get`, and `ext.shop` of `ext.shop.sell`: for third parties it includes the provider. */
export const namespaceOf = (id: string): string => {
  const [first = '', second] = id.split('.', 2)
  return first === 'ext' && second !== undefined ? `${first}.${second}` : first
}

/** Characters of a manifest's texts that are searched. */
const searched = 4_000

/** @param nameOf our own name for a capability, where there is one */
export const entriesOf = (
  servers: readonly Server[],
  nameOf: (manifest: CapabilityManifest) => string,
): readonly CapabilityEntry[] => {
  const found = new Map<string, OfferOn[]>()
  const add = (id: string, offer: OfferOn) => {
    const offers = found.get(id)
    if (offers) offers.push(offer)
    else found.set(id, [offer])
  }
  for (const server of servers) {
    const waiting = new Map(server.quarantined?.map((one) => [one.id, one]))
    for (const manifest of server.capabilities) {
      const quarantined = waiting.get(manifest.id)
      waiting.delete(manifest.id)
      add(manifest.id, { server, manifest, ...(quarantined && { quarantined }) })
    }
    for (const quarantined of waiting.values()) add(quarantined.id, { server, quarantined })
  }
  return [...found].map(([id, offers]) => entryOf(id, offers, nameOf)).sort(inOrder)
}

const inOrder = (one: CapabilityEntry, other: CapabilityEntry): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0

const entryOf = (
  id: string,
  offers: readonly OfferOn[],
  nameOf: (manifest: CapabilityManifest) => string,
): CapabilityEntry => {
  const manifests = distinct(offers.flatMap(({ manifest }) => manifest ?? []))
  const [newest] = [...manifests].sort((one, other) => newestFirst(one.version, other.version))
  const manifest = newest ?? offers[0]?.quarantined?.offered
  if (!manifest) throw new Error('An entry is of a capability that somebody offers.')
  const versions = [...new Set(manifests.map(({ version }) => version))].sort(newestFirst)
  const name = nameOf(manifest)
  const { description, tags = [], permissions = [] } = manifest
  return {
    id,
    namespace: namespaceOf(id),
    name,
    manifest,
    risk: riskOfManifest(manifest),
    offers,
    versions,
    state: newest ? 'usable' : offers.some(({ quarantined }) => !quarantined?.rejected) ? 'waiting' : 'rejected',
    haystack: [name, manifest.name, id, ...tags, ...permissions, description]
      .join('\n')
      .slice(0, searched)
      .toLocaleLowerCase(),
  }
}

/** Hundreds of servers may offer the same manifest: equal versions and names are read once. */
const distinct = (manifests: readonly CapabilityManifest[]): readonly CapabilityManifest[] => {
  const seen = new Map(manifests.map((manifest) => [manifest.version, manifest]))
  return [...seen.values()]
}

export const newestFirst = (one: string, other: string): number => {
  const [a, b] = [parseVersion(one), parseVersion(other)]
  if (a && b) return compareVersions(b, a)
  return Number(Boolean(b)) - Number(Boolean(a))
}

/** Every word of the search must match, and every other filter. */
export const matching = (entries: readonly CapabilityEntry[], wanted: CapabilityFilter): readonly CapabilityEntry[] => {
  const words = wanted.text.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  const { server, namespace, type, risk } = wanted
  return entries.filter(
    (entry) =>
      (namespace === '' || entry.namespace === namespace) &&
      (type === '' || entry.manifest.type === type) &&
      (risk === '' || entry.risk === risk) &&
      (server === '' || entry.offers.some((offer) => offer.server.id === server)) &&
      words.every((word) => entry.haystack.includes(word)),
  )
}

export interface Counted {
  readonly namespace: string
  readonly count: number
}

/** Namespaces with how many there are of each, our own before those of third parties, the fullest first. */
export const namespacesOf = (entries: readonly CapabilityEntry[]): readonly Counted[] => {
  const counts = new Map<string, number>()
  for (const { namespace } of entries) counts.set(namespace, (counts.get(namespace) ?? 0) + 1)
  const foreign = (namespace: string) => Number(namespace.startsWith('ext.'))
  return [...counts]
    .map(([namespace, count]) => ({ namespace, count }))
    .sort((one, other) => foreign(one.namespace) - foreign(other.namespace) || other.count - one.count)
}

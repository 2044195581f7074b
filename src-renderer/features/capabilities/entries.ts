/**
 * Entries: every capability of every server, each once, with the servers it is on.
 *
 * Pure. The search text is built once for each list of servers, so that a typed letter only compares it with each entry.
 */
import type { CapabilityManifest, CapabilityType, RiskLevel } from '@contract/generated/capability-manifest.js'
import { compareVersions, parseVersion } from '@contract/versions.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { nameOfCapability, wordsOf } from '../../actions/rows.js'
import { compareTopics, rowKeyOf, rowKeys, topicOf } from '../../actions/topics.js'
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
  /** A topic of the list "What AI may do", `events`, or the namespace of another program. */
  readonly topic: string
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
  readonly topic: string
  readonly type: CapabilityType | ''
  readonly risk: RiskLevel | ''
}

export const everything: CapabilityFilter = { text: '', server: '', topic: '', type: '', risk: '' }

/** Events are a topic of their own, but for those of other programs. */
const topicOfManifest = ({ id, type }: CapabilityManifest): string =>
  type === 'event' && !isOfOthers(id) ? 'events' : topicOf(id)

/** `ext.java` and `ext.bedrock` are ours. */
const isOfOthers = (id: string): boolean => id.startsWith('ext.') && !/^ext\.(?:java|bedrock)\./u.test(id)

/** Characters of a manifest's texts that are searched. */
const searched = 4_000

export const entriesOf = (servers: readonly Server[], t: (key: string) => string): readonly CapabilityEntry[] => {
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
  return [...found].map(([id, offers]) => entryOf(id, offers, t)).sort(inOrder)
}

/** As in the list "What AI may do". */
const inOrder = (one: CapabilityEntry, other: CapabilityEntry): number => {
  const rank = ({ id }: CapabilityEntry) => {
    const key = rowKeyOf(id)
    return key === undefined ? rowKeys.length : rowKeys.indexOf(key)
  }
  return compareTopics(one.topic, other.topic) || rank(one) - rank(other) || (one.id < other.id ? -1 : 1)
}

const entryOf = (id: string, offers: readonly OfferOn[], t: (key: string) => string): CapabilityEntry => {
  const manifests = distinct(offers.flatMap(({ manifest }) => manifest ?? []))
  const [newest] = [...manifests].sort((one, other) => newestFirst(one.version, other.version))
  const manifest = newest ?? offers[0]?.quarantined?.offered
  if (!manifest) throw new Error('An entry is of a capability that somebody offers.')
  const versions = [...new Set(manifests.map(({ version }) => version))].sort(newestFirst)
  const { tags = [], permissions = [] } = manifest
  return {
    id,
    topic: topicOfManifest(manifest),
    name: nameOfCapability(manifest, t),
    manifest,
    risk: riskOfManifest(manifest),
    offers,
    versions,
    state: newest ? 'usable' : offers.some(({ quarantined }) => !quarantined?.rejected) ? 'waiting' : 'rejected',
    haystack: [wordsOf(rowKeyOf(id), [manifest], t).haystack, ...tags, ...permissions]
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
  const { server, topic, type, risk } = wanted
  return entries.filter(
    (entry) =>
      (topic === '' || entry.topic === topic) &&
      (type === '' || entry.manifest.type === type) &&
      (risk === '' || entry.risk === risk) &&
      (server === '' || entry.offers.some((offer) => offer.server.id === server)) &&
      words.every((word) => entry.haystack.includes(word)),
  )
}

export interface Counted {
  readonly topic: string
  readonly count: number
  /** The name that another program gives itself. */
  readonly provider: string
}

/** Topics with how many there are of each, in the order of the list. */
export const topicsOf = (entries: readonly CapabilityEntry[]): readonly Counted[] => {
  const counts = new Map<string, Counted>()
  for (const { topic, manifest } of entries) {
    const { count = 0, provider = manifest.provider.name } = counts.get(topic) ?? {}
    counts.set(topic, { topic, count: count + 1, provider })
  }
  return [...counts.values()]
}

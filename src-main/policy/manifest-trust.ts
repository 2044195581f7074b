/**
 * Manifest trust: what of a server's offer a person has accepted as it is now, and what waits for one.
 *
 * Guards invariant 4: whatever is not named here as harmless counts as a change. Specification 1, section 7.2.
 */

import { canonical } from '../contract/canonical-json.js'
import { isMembers, same } from '../contract/compatibility/same.js'
import { type Change, compare, isAllowedBump } from '../contract/compatibility.js'
import { coreCatalogue } from '../contract/core-catalogue.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { ManifestDifference, UnacceptedCapability } from '../contract/quarantine.js'
import type { Server } from '../contract/server.js'
import { compareVersions, parseVersion } from '../contract/versions.js'

export interface SortedOffer {
  /** To be listed: as it is offered where that was accepted, as it was accepted where it has changed since. */
  readonly listed: readonly CapabilityManifest[]
  readonly unaccepted: readonly UnacceptedCapability[]
}

/** @param accepted capability id → the manifest that a person accepted */
export function sortOffer(
  offered: readonly CapabilityManifest[],
  accepted: ReadonlyMap<string, CapabilityManifest>,
): SortedOffer {
  const listed: CapabilityManifest[] = []
  const unaccepted: UnacceptedCapability[] = []
  for (const manifest of offered) {
    const known = accepted.get(manifest.id)
    if (!known) unaccepted.push({ reason: 'new', id: manifest.id, offered: manifest })
    else if (isAsAccepted(known, manifest)) listed.push(manifest)
    else {
      listed.push(known)
      unaccepted.push(changeOf(known, manifest))
    }
  }
  return { listed, unaccepted }
}

/** Whether a capability of a server must not be used until a person accepts it. */
export const waitsForAcceptance = (server: Server, capabilityId: string): boolean =>
  server.quarantined?.some(({ id }) => id === capabilityId) ?? false

/** Whether what is offered says what was accepted, in everything that counts. */
export const isAsAccepted = (accepted: CapabilityManifest, offered: CapabilityManifest): boolean =>
  !goesBack(accepted, offered) && canonical(whatCounts(accepted, offered)) === canonical(whatCounts(offered, offered))

/** They change neither what a call does nor what a person is asked. */
const harmless: ReadonlySet<string> = new Set(['version', 'tags', 'examples', 'rateLimit', 'deprecated'])

/** Members whose words may be the catalogue's, and so ours. */
const catalogued = ['name', 'description', 'parameters', 'returns'] as const

/**
 * The part of a manifest that is held against another one. What the offered one takes from the catalogue counts on
 * neither side: a new catalogue comes with a new Gatehouse and not from a server.
 */
function whatCounts(manifest: CapabilityManifest, offered: CapabilityManifest): unknown {
  const core = coreCatalogue.get(offered.id)
  const ours: readonly string[] = core ? catalogued.filter((name) => same(core[name], offered[name])) : []
  const { version: _version, ...provider } = manifest.provider
  const counting = Object.entries({ ...manifest, provider }).filter(
    ([name]) => !harmless.has(name) && !ours.includes(name),
  )
  return inOneOrder(Object.fromEntries(counting))
}

/** Lists whose order says nothing. */
const sets: ReadonlySet<string> = new Set(['permissions', 'required', 'enum'])

function inOneOrder(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => inOneOrder(item))
    return sets.has(name) ? items.map(canonical).sort() : items
  }
  if (!isMembers(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, inOneOrder(one, member)]))
}

/** A version that cannot be compared is taken for a lower one. */
function goesBack(accepted: CapabilityManifest, offered: CapabilityManifest): boolean {
  const [before, after] = [parseVersion(accepted.version), parseVersion(offered.version)]
  return !before || !after || compareVersions(after, before) < 0
}

function changeOf(accepted: CapabilityManifest, offered: CapabilityManifest): UnacceptedCapability {
  const { level, changes } = compare(accepted, offered)
  const differences = changes.filter(({ path }) => !isHarmless(path)).map(differenceOf)
  const back = goesBack(accepted, offered)
  return {
    reason: 'changed',
    id: offered.id,
    offered,
    acceptedVersion: accepted.version,
    level,
    breaksUnannounced: level === 'major' && !isAllowedBump(accepted.version, offered.version, 'major'),
    goesBack: back,
    differences: differences.length > 0 || back ? differences : [wholeDifference(accepted, offered)],
  }
}

const isHarmless = (path: string): boolean => harmless.has(path.split('/')[1] ?? '') || path === '/provider/version'

const differenceOf = ({ path, level, from, to }: Change): ManifestDifference => ({
  path,
  kind: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
  ...(from !== undefined && { before: from }),
  ...(to !== undefined && { after: to }),
  breaking: level === 'major',
})

/** What the comparer has no words for is shown whole. */
const wholeDifference = (before: CapabilityManifest, after: CapabilityManifest): ManifestDifference => ({
  path: '',
  kind: 'changed',
  before,
  after,
  breaking: false,
})

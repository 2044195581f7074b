/**
 * Manifest trust: which parts of a server's offer a person has accepted in their current form, and which are pending.
 *
 * Guards invariant 4: every change counts unless it is listed here as harmless. See
 * docs/protocol.md#manifest-acceptance.
 */

import type { ManifestDifference } from '@contract/compatibility/difference.js'
import { differenceOf } from '@contract/compatibility/difference.js'
import { isMembers, isSameJson } from '@contract/compatibility/same.js'
import { compare, isAllowedBump } from '@contract/compatibility.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, RateLimit } from '@contract/generated/capability-manifest.js'
import { canonical } from '@contract/json/canonical-json.js'
import { compareVersions, parseVersion } from '@contract/versions.js'
import type { AcceptedManifest, UnacceptedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { withAuditLevel } from '../risk/risk.js'

export interface SortedOffer {
  /** The manifest to list: the offered one when it was accepted, otherwise the last accepted one. */
  readonly listed: readonly CapabilityManifest[]
  readonly unaccepted: readonly UnacceptedCapability[]
}

/** @param accepted capability id → what a person accepted */
export function sortOffer(
  offered: readonly CapabilityManifest[],
  accepted: ReadonlyMap<string, AcceptedManifest>,
): SortedOffer {
  const listed: CapabilityManifest[] = []
  const unaccepted: UnacceptedCapability[] = []
  for (const manifest of offered) {
    const known = accepted.get(manifest.id)
    if (!known) unaccepted.push({ reason: 'new', id: manifest.id, offered: manifest })
    else if (matchesAccepted(known, manifest)) listed.push(manifest)
    else {
      listed.push(known.manifest)
      unaccepted.push(changeOf(known.manifest, manifest))
    }
  }
  return { listed, unaccepted }
}

/** Whether a capability of a server must not be used until a person accepts it. */
export const isQuarantined = (server: Server, capabilityId: string): boolean =>
  server.quarantined?.some(({ id }) => id === capabilityId) ?? false

/** A manifest as accepted now, with the names of the members that equal the catalogue's, since these may change. */
export const acceptedManifestOf = (manifest: CapabilityManifest): AcceptedManifest => ({
  manifest,
  catalogued: cataloguedIn(manifest),
})

/** Whether the offered manifest equals the accepted one in everything that counts. */
export function matchesAccepted(accepted: AcceptedManifest, offered: CapabilityManifest): boolean {
  const { manifest } = accepted
  if (manifest === offered) return true
  if (goesBack(manifest, offered)) return false
  const ours = cataloguedIn(offered).filter((name) => accepted.catalogued.includes(name))
  const isIgnored = (path: string) => ours.includes(path.slice(1)) || isHarmless(path, manifest, offered)
  return canonical(comparableManifest(manifest, isIgnored)) === canonical(comparableManifest(offered, isIgnored))
}

/** Members that may equal the catalogue's: they change with a new Gatehouse, not by a server. */
const catalogued = [
  'name',
  'description',
  'parameters',
  'returns',
  'tags',
  'examples',
  'rateLimit',
  'deprecated',
] as const

function cataloguedIn(manifest: CapabilityManifest): readonly string[] {
  const core = coreCatalogue.get(manifest.id)
  return core ? catalogued.filter((name) => isSameJson(core[name], manifest[name])) : []
}

/** Changes that affect neither the call nor what people and models read, such as a version or a stricter rate limit. */
function isHarmless(path: string, accepted: CapabilityManifest, offered: CapabilityManifest): boolean {
  if (path === '/version') return true
  if (path === '/provider/version') return isVersion(offered.provider.version)
  return path.split('/')[1] === 'rateLimit' && isLowered(accepted.rateLimit, offered.rateLimit)
}

/** Anything else may be free text. */
const isVersion = (text: string | undefined): boolean => text === undefined || parseVersion(text) !== undefined

/**
 * Without a limit of calls every call is allowed; without a limit of subscriptions Gatehouse's applies. Different
 * periods allow different bursts.
 */
function isLowered(accepted: RateLimit | undefined, offered: RateLimit | undefined): boolean {
  if (!offered) return !accepted
  if (accepted && accepted.period !== offered.period) return false
  const { requests = Number.POSITIVE_INFINITY, subscriptions } = accepted ?? {}
  if ((offered.requests ?? Number.POSITIVE_INFINITY) > requests) return false
  if (subscriptions === undefined || offered.subscriptions === undefined) return offered.subscriptions === subscriptions
  return offered.subscriptions <= subscriptions
}

/** The part of a manifest that is compared. */
function comparableManifest(manifest: CapabilityManifest, isIgnored: (path: string) => boolean): unknown {
  const countedMembers = (members: object, at: string) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !isIgnored(`${at}/${name}`)))
  // An audit level that the matrix sets anyway is not a change. The catalogue's own values are not either: they come
  // with a new Gatehouse, not from a server.
  const { reason: _reason, rollbackSupported: _rollback, ...level } = manifest.risk ? withAuditLevel(manifest.risk) : {}
  const risk = manifest.risk && { risk: coreCatalogue.has(manifest.id) ? level : withAuditLevel(manifest.risk) }
  return canonicalOrder(
    countedMembers({ ...manifest, ...risk, provider: countedMembers(manifest.provider, '/provider') }, ''),
  )
}

/** Lists whose order has no meaning. */
const sets: ReadonlySet<string> = new Set(['permissions', 'required', 'enum'])

function canonicalOrder(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonicalOrder(item))
    return sets.has(name) ? items.map(canonical).sort() : items
  }
  if (!isMembers(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, canonicalOrder(one, member)]))
}

/** A version that cannot be compared counts as lower. */
function goesBack(accepted: CapabilityManifest, offered: CapabilityManifest): boolean {
  const [before, after] = [parseVersion(accepted.version), parseVersion(offered.version)]
  return !before || !after || compareVersions(after, before) < 0
}

function changeOf(accepted: CapabilityManifest, offered: CapabilityManifest): UnacceptedCapability {
  const { level, changes } = compare(accepted, offered)
  const differences = changes.filter(({ path }) => !isHarmless(path, accepted, offered)).map(differenceOf)
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

/** A change that the comparison cannot describe is shown as a whole. */
const wholeDifference = (before: CapabilityManifest, after: CapabilityManifest): ManifestDifference => ({
  path: '',
  kind: 'changed',
  before,
  after,
  breaking: false,
})

/**
 * Offer bounds: limits the size of one capability and of all capabilities of a server.
 *
 * Guards invariant 7: an offer is stored, compared, shown and forwarded before a person has accepted it.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { maxMessageDepth } from '@contract/json/json-depth.js'
import { snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import type { RefusedCapability } from '@shared/servers/server.js'

/** Maximum number of capabilities of one server. */
export const maxCapabilities = 512
/** Maximum number of characters of a manifest as JSON, with its examples and resolved references. */
export const maxManifestCharacters = 64 * 1024
/** Maximum number of characters of all manifests of a server. */
export const maxOfferCharacters = 4 * 1024 * 1024

export const tooMany = `a server may offer ${maxCapabilities} capabilities at most`
const tooMuch = `everything that a server offers may be ${maxOfferCharacters} characters at most`
const noSnapshots = `it requires a snapshot, and the agent takes none of it (${snapshotCreate}, ${snapshotRestore})`
export const tooLarge = `it is larger than ${maxManifestCharacters} characters, with its examples`

export interface BoundedOffer {
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
}

/** The first manifests of an offer that fit into the bounds; the rest is refused by name. */
export function withinBounds(offered: readonly CapabilityManifest[]): BoundedOffer {
  const capabilities: CapabilityManifest[] = []
  const refused: RefusedCapability[] = []
  let characters = 0
  for (const manifest of offered) {
    const size = sizeOf(manifest)
    if (capabilities.length >= maxCapabilities) refused.push({ id: manifest.id, reason: tooMany })
    else if (characters + size > maxOfferCharacters) refused.push({ id: manifest.id, reason: tooMuch })
    else {
      characters += size
      capabilities.push(manifest)
    }
  }
  return { capabilities, refused }
}

/**
 * Refuses actions of a provider that require a snapshot and could never run, because the provider takes none of them.
 *
 * @param snapshotsOf the actions that the provider takes snapshots of; all when omitted
 */
export function withSnapshots(
  offered: readonly CapabilityManifest[],
  snapshotsOf: readonly string[] | undefined,
): BoundedOffer {
  const takesSnapshots = [snapshotCreate, snapshotRestore].every((pair) => offered.some(({ id }) => id === pair))
  const isUsable = ({ id, risk }: CapabilityManifest) =>
    !risk?.snapshotRequired || coreCatalogue.has(id) || (takesSnapshots && (snapshotsOf?.includes(id) ?? true))
  return {
    capabilities: offered.filter(isUsable),
    refused: offered.filter((one) => !isUsable(one)).map(({ id }) => ({ id, reason: noSnapshots })),
  }
}

/** Whether a manifest exceeds the limit; stops counting there. */
export const isTooLarge = (manifest: object): boolean => sizeOf(manifest) > maxManifestCharacters

/** Cached by manifest, which is immutable. */
const known = new WeakMap<object, number>()

/** Caches a size that was computed elsewhere. */
export const rememberSize = (manifest: object, size: number): void => void known.set(manifest, size)

/** Number of characters as JSON; stops counting shortly after `maxManifestCharacters`. */
export function sizeOf(manifest: object): number {
  const size = known.get(manifest) ?? charactersOf(manifest, maxManifestCharacters)
  known.set(manifest, size)
  return size
}

/** Number of characters of a value as JSON, independent of member order; stops counting shortly after `most`. */
function charactersOf(value: unknown, most: number, depth = 0): number {
  if (typeof value === 'string') return value.length > most ? value.length : JSON.stringify(value).length
  if (typeof value !== 'object' || value === null) return String(value).length
  if (depth > maxMessageDepth) return Number.POSITIVE_INFINITY
  let characters = 2
  for (const [name, member] of Object.entries(value)) {
    if (characters > most) break
    characters += 1 + charactersOf(member, most - characters, depth + 1)
    if (!Array.isArray(value)) characters += 1 + charactersOf(name, most - characters)
  }
  return characters
}

/**
 * Offer bounds: how much a server may offer, one capability and all of them together.
 *
 * Guards invariant 7: what is offered is kept, compared, shown and sent on, long before a person has accepted any of it.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { deepestMessage } from '@contract/json/json-depth.js'
import type { RefusedCapability } from '@shared/servers/server.js'

/** Capabilities that one server may have. */
export const maxCapabilities = 512
/** Characters of a manifest as JSON, with its examples, and with its references followed. */
export const maxManifestCharacters = 64 * 1024
/** Characters of everything a server offers. */
export const maxOfferCharacters = 4 * 1024 * 1024

export const tooMany = `a server may offer ${maxCapabilities} capabilities at most`
const tooMuch = `everything that a server offers may be ${maxOfferCharacters} characters at most`
export const tooLarge = `it is larger than ${maxManifestCharacters} characters, with its examples`

export interface Bounded {
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
}

/** What fits of an offer, the first of it first; the rest is refused by name. */
export function withinBounds(offered: readonly CapabilityManifest[]): Bounded {
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

/** Whether a manifest is larger than one may be; looks at no more of it than that. */
export const isTooLarge = (manifest: object): boolean => sizeOf(manifest) > maxManifestCharacters

/** Manifests never change: an update measures only what it brings. */
const known = new WeakMap<object, number>()

/** Of one whose size was found out elsewhere. */
export const rememberSize = (manifest: object, size: number): void => void known.set(manifest, size)

/** Characters as JSON; only a little more than `maxManifestCharacters` of one that is larger. */
export function sizeOf(manifest: object): number {
  const size = known.get(manifest) ?? charactersOf(manifest, maxManifestCharacters)
  known.set(manifest, size)
  return size
}

/** Characters of a value as JSON, whatever the order of its members; counts only a little further than `most`. */
function charactersOf(value: unknown, most: number, depth = 0): number {
  if (typeof value === 'string') return value.length > most ? value.length : JSON.stringify(value).length
  if (typeof value !== 'object' || value === null) return String(value).length
  if (depth > deepestMessage) return Number.POSITIVE_INFINITY
  let characters = 2
  for (const [name, member] of Object.entries(value)) {
    if (characters > most) break
    characters += 1 + charactersOf(member, most - characters, depth + 1)
    if (!Array.isArray(value)) characters += 1 + charactersOf(name, most - characters)
  }
  return characters
}

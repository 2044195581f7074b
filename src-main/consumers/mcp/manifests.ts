/** Manifests: the servers' manifests of a capability without duplicates, with the effective risk (invariant 4). */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, Risk } from '@contract/generated/capability-manifest.js'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { riskOf } from '../../policy/risk/risk.js'
import { toolNameOf } from './tool-name.js'
import { type OffersByCapability, offersOf } from './tools.js'

export type ManifestEntry = CapabilityManifest & {
  readonly risk: Risk
  /** Absent for events. */
  readonly toolName?: string
  readonly servers: readonly { readonly id: string; readonly name: string }[]
}

/** @param name of a tool, or id of a capability */
export const offersNamed = (capabilities: OffersByCapability, name: string): readonly CapabilityOffer[] =>
  offersOf(capabilities, name) ?? capabilities.get(name) ?? []

/** In the order the servers were added. */
export function manifestsOf(offers: readonly CapabilityOffer[]): ManifestEntry[] {
  const alike = new Map<string, CapabilityOffer[]>()
  for (const offer of offers) {
    const wording = JSON.stringify(offer.manifest)
    alike.set(wording, [...(alike.get(wording) ?? []), offer])
  }
  return [...alike.values()].flatMap((same) =>
    same.slice(0, 1).map(({ manifest }) => ({
      ...manifest,
      risk: riskOf(manifest, coreCatalogue.get(manifest.id)),
      ...(manifest.type !== 'event' && { toolName: toolNameOf(manifest.id) }),
      servers: same.map(({ link }) => ({ id: link.server.id, name: link.server.name })),
    })),
  )
}

/** Manifests: the servers' manifests of a capability without duplicates, with the effective risk (invariant 4). */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, Risk } from '@contract/generated/capability-manifest.js'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { riskOf } from '../../policy/risk/risk.js'
import { type OffersByCapability, offersOf, toolNameIn } from './tools.js'

export type ManifestEntry = CapabilityManifest & {
  readonly risk: Risk
  /** Absent for events. */
  readonly toolName?: string
  readonly servers: readonly { readonly id: string; readonly name: string }[]
}

/** @param name of a tool, or id of a capability. @param all of the registry, where `capabilities` is a client's part */
export const offersNamed = (
  capabilities: OffersByCapability,
  all: OffersByCapability,
  name: string,
): readonly CapabilityOffer[] => offersOf(capabilities, name, all) ?? capabilities.get(name) ?? []

/** In the order the servers were added. @param all capabilities of the registry */
export function manifestsOf(offers: readonly CapabilityOffer[], all: OffersByCapability): ManifestEntry[] {
  const alike = new Map<string, CapabilityOffer[]>()
  for (const offer of offers) {
    const wording = JSON.stringify(offer.manifest)
    alike.set(wording, [...(alike.get(wording) ?? []), offer])
  }
  return [...alike.values()].flatMap((same) =>
    same.slice(0, 1).map(({ manifest }) => {
      const toolName = manifest.type === 'event' ? undefined : toolNameIn(all, manifest.id)
      return {
        ...manifest,
        risk: riskOf(manifest, coreCatalogue.get(manifest.id)),
        ...(toolName !== undefined && { toolName }),
        servers: same.map(({ link }) => ({ id: link.server.id, name: link.server.name })),
      }
    }),
  )
}

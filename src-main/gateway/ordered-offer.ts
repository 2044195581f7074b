/**
 * Ordered offer: what a server offers for an order of a person, also what AI clients may not use.
 *
 * Guards invariant 4: acceptance decides what clients reach. A person who orders a backup in our dialog needs none of it.
 */
import type { Offer, Registry } from './registry.js'

export function orderedOffer(registry: Registry, serverId: string, capabilityId: string): Offer | undefined {
  const accepted = registry.offerBy(serverId, capabilityId)
  if (accepted) return accepted
  const link = registry.link(serverId)
  const waiting = link?.server.quarantined?.find(({ id }) => id === capabilityId)
  return link && waiting && { manifest: waiting.offered, link }
}

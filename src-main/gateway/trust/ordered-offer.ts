/**
 * Ordered offer: a server's offer for a command of a person, including capabilities that AI clients may not use.
 *
 * Guards invariant 4: acceptance controls what clients can call. A person who starts a backup in a dialog of the window
 * does not need it.
 */

import type { CapabilityOffer } from '../ports/registry.js'
import type { Registry } from './registry.js'

export function orderedOffer(registry: Registry, serverId: string, capabilityId: string): CapabilityOffer | undefined {
  const accepted = registry.offerBy(serverId, capabilityId)
  if (accepted) return accepted
  const link = registry.link(serverId)
  const waiting = link?.server.quarantined?.find(({ id }) => id === capabilityId)
  return link && waiting && { manifest: waiting.offered, link }
}

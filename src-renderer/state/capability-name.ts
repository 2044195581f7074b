/** The name that a server's manifest gives a capability, where one is known. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Server } from '@shared/servers/server.js'
import { useCallback } from 'react'
import { servers } from './feeds.js'

type Names = ReadonlyMap<string, string>

/** Capabilities of a server → their names. Cached, because servers share lists and heartbeats do not change them. */
const indexes = new WeakMap<readonly CapabilityManifest[], Names>()

const namesIn = (capabilities: readonly CapabilityManifest[]): Names => {
  const known = indexes.get(capabilities)
  if (known) return known
  const names = new Map<string, string>()
  for (const { id, name } of capabilities) if (!names.has(id)) names.set(id, name)
  indexes.set(capabilities, names)
  return names
}

/** As the first server that offers it names it. */
const anyName = (known: readonly Server[], capabilityId: string): string | undefined => {
  for (const { capabilities } of known) {
    const name = namesIn(capabilities).get(capabilityId)
    if (name !== undefined) return name
  }
  return undefined
}

export const capabilityName = (
  known: readonly Server[],
  serverId: string | undefined,
  capabilityId: string,
): string | undefined => {
  const server = known.find(({ id }) => id === serverId)
  return (server && namesIn(server.capabilities).get(capabilityId)) ?? anyName(known, capabilityId)
}

/** Whether any server offers it. */
export const isOffered = (known: readonly Server[], capabilityId: string): boolean =>
  anyName(known, capabilityId) !== undefined

/** The same function until servers offer more or less: every heartbeat brings another list, and rarely another name. */
export const useCapabilityName = (): ((serverId: string | undefined, capabilityId: string) => string | undefined) => {
  const stableServers = servers.use((state) => state.stableServers)
  return useCallback((serverId, capabilityId) => capabilityName(stableServers, serverId, capabilityId), [stableServers])
}

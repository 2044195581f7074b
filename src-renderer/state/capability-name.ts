/** The name that a server's manifest gives a capability, where one is known. */
import { useCallback } from 'react'
import type { Server } from '../../src-main/contract/server.js'
import { servers } from './feeds.js'

export const capabilityName = (
  known: readonly Server[],
  serverId: string | undefined,
  capabilityId: string,
): string | undefined => {
  const named = (server: Server) => server.capabilities.find((capability) => capability.id === capabilityId)?.name
  const home = known.find((server) => server.id === serverId)
  return (home && named(home)) ?? known.map(named).find((name) => name !== undefined)
}

export const useCapabilityName = (): ((serverId: string | undefined, capabilityId: string) => string | undefined) => {
  const known = servers.use((state) => state.value)
  return useCallback((serverId, capabilityId) => capabilityName(known, serverId, capabilityId), [known])
}

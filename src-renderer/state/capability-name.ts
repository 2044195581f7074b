/** The name that a server's manifest gives a capability, where one is known. */
import { useCallback } from 'react'
import type { Server } from '../../src-main/contract/server.js'
import { servers } from './feeds.js'

interface Names {
  /** Id of the server → id of the capability → its name. */
  readonly byServer: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** As the first server that offers it names it. */
  readonly any: ReadonlyMap<string, string>
}

const indexed = (known: readonly Server[]): Names => {
  const any = new Map<string, string>()
  const byServer = new Map<string, ReadonlyMap<string, string>>()
  for (const { id, capabilities } of known) {
    byServer.set(id, new Map(capabilities.map((capability) => [capability.id, capability.name])))
    for (const capability of capabilities) if (!any.has(capability.id)) any.set(capability.id, capability.name)
  }
  return { byServer, any }
}

/** List of servers → its names: a hundred lines ask for each list that comes. */
const indexes = new WeakMap<readonly Server[], Names>()

export const capabilityName = (
  known: readonly Server[],
  serverId: string | undefined,
  capabilityId: string,
): string | undefined => {
  const names = indexes.get(known) ?? indexed(known)
  indexes.set(known, names)
  return names.byServer.get(serverId ?? '')?.get(capabilityId) ?? names.any.get(capabilityId)
}

/** The same function until servers offer more or less: every heartbeat brings another list, and rarely another name. */
export const useCapabilityName = (): ((serverId: string | undefined, capabilityId: string) => string | undefined) => {
  const offered = servers.use((state) =>
    state.value.reduce((sum, { capabilities }) => sum + capabilities.length + 1, 0),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when names may be others.
  return useCallback(
    (serverId, capabilityId) => capabilityName(servers.use.getState().value, serverId, capabilityId),
    [offered],
  )
}

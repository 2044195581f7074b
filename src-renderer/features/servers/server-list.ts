/** Server list: filters and sorts the servers; those that need a person come first. */
import type { Server, ServerState } from '@shared/servers/server.js'

export const stateFilters = ['all', 'attention', 'online', 'offline'] as const
export type StateFilter = (typeof stateFilters)[number]

export interface ServerFilter {
  readonly words: string
  readonly state: StateFilter
}

/** Whether it needs attention: it is not fully online, or something waits for acceptance. */
export const needsAttention = ({ state, quarantined = [] }: Server): boolean =>
  state === 'degraded' || state === 'offline' || quarantined.length > 0

const isIn = (server: Server, filter: StateFilter): boolean => {
  switch (filter) {
    case 'all':
      return true
    case 'attention':
      return needsAttention(server)
    case 'online':
      return server.state === 'online' || server.state === 'degraded'
    case 'offline':
      return server.state === 'offline' || server.state === 'connecting'
  }
}

export const countOf = (known: readonly Server[], filter: StateFilter): number =>
  known.filter((server) => isIn(server, filter)).length

/** What a server is called on the screen. */
type NameOf = (server: Server) => string

/** Every word must occur in its name, address or software. */
export const shownServers = (
  known: readonly Server[],
  { words, state }: ServerFilter,
  nameOf: NameOf,
): readonly Server[] => {
  const parts = words.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  return known.filter((server) => {
    if (!isIn(server, state)) return false
    const text = `${nameOf(server)} ${server.address ?? ''} ${server.software ?? ''}`.toLocaleLowerCase()
    return parts.every((part) => text.includes(part))
  })
}

const ranks: Readonly<Record<ServerState, number>> = { degraded: 0, offline: 1, connecting: 2, online: 3 }

/** By name, or those that need a person first. */
export const sortings = ['attention', 'name', 'players'] as const
export type Sorting = (typeof sortings)[number]

export const inOrder = (
  known: readonly Server[],
  sorting: Sorting,
  language: string,
  nameOf: NameOf,
): readonly Server[] => {
  const byName = new Intl.Collator(language, { numeric: true })
  const players = ({ health, state }: Server) => (state === 'offline' ? -1 : (health?.onlinePlayers ?? -1))
  const rank = (server: Server) => (needsAttention(server) ? 0 : 1) * 10 + ranks[server.state]
  return [...known].sort((one, other) => {
    const first =
      sorting === 'attention' ? rank(one) - rank(other) : sorting === 'players' ? players(other) - players(one) : 0
    return first || byName.compare(nameOf(one), nameOf(other))
  })
}

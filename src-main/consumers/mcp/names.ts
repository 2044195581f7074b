/**
 * Names: completions for names, best first.
 *
 * Player names are read through `gateway.invoke`: a caller without the right gets no completions.
 */
import { isWorld } from '@shared/servers/server.js'
import { type ResourceContext, serverNamed } from './resources/reading.js'

/** Kind of name. */
export type NameKind = 'server' | 'player' | 'dimension' | 'capability'

/** Dimensions of a world with default names. */
const dimensions: readonly string[] = ['world', 'world_nether', 'world_the_end']
/** Maximum servers queried for players when none is named. */
const maxQueried = 4

/** @param server id or name; default: all */
export async function namesOf(kind: NameKind, reader: ResourceContext, server?: string): Promise<string[]> {
  const { gateway, caller } = reader
  switch (kind) {
    case 'server':
      return gateway
        .serversFor(caller)
        .filter(isWorld)
        .map(({ id }) => id)
    case 'capability':
      return [...gateway.capabilitiesFor(caller).keys()].sort()
    case 'player':
      return (await playersOf(reader, server)).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    case 'dimension': {
      const worlds = (await playersOf(reader, server)).flatMap(({ location }) => {
        const world = (location as { world?: unknown } | undefined)?.world
        return typeof world === 'string' ? [world] : []
      })
      return [...new Set([...dimensions, ...worlds])]
    }
  }
}

type PlayerEntry = Readonly<Record<string, unknown>>

async function playersOf({ gateway, caller, signal }: ResourceContext, named?: string): Promise<PlayerEntry[]> {
  const servers = gateway.serversFor(caller).filter(isWorld)
  const queried = named === undefined ? servers : [serverNamed(named, servers)].filter((server) => server !== undefined)
  const reports = await Promise.all(
    queried
      .filter(({ state, capabilities }) => state !== 'offline' && capabilities.some(({ id }) => id === 'player.list'))
      .slice(0, maxQueried)
      .map(({ id }) => gateway.invoke({ capabilityId: 'player.list', server: id, arguments: {}, caller, signal })),
  )
  return reports.flatMap(({ outcome }) => {
    const players = outcome.kind === 'done' ? outcome.data.players : []
    return Array.isArray(players) ? (players as PlayerEntry[]).filter((one) => typeof one === 'object' && one) : []
  })
}

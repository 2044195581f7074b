/**
 * Names: completions for names, best first.
 *
 * Player names are read through `gateway.invoke`: a caller without the right gets no completions.
 */
import { isWorld } from '@shared/servers/server.js'
import { type Reader, serverNamed } from './resources/reading.js'

/** Kind of name. */
export type NameKind = 'server' | 'player' | 'dimension' | 'capability'

/** Dimensions of a world with default names. */
const dimensions: readonly string[] = ['world', 'world_nether', 'world_the_end']
/** Maximum servers queried for players when none is named. */
const maxAsked = 4

/** @param server id or name; default: all */
export async function namesOf(kind: NameKind, reader: Reader, server?: string): Promise<string[]> {
  const { gateway, caller } = reader
  switch (kind) {
    case 'server':
      return gateway.registry
        .servers()
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

type ListedPlayer = Readonly<Record<string, unknown>>

async function playersOf({ gateway, caller, signal }: Reader, named?: string): Promise<ListedPlayer[]> {
  const servers = gateway.registry.servers().filter(isWorld)
  const asked = named === undefined ? servers : [serverNamed(named, servers)].filter((server) => server !== undefined)
  const reports = await Promise.all(
    asked
      .filter(({ state, capabilities }) => state !== 'offline' && capabilities.some(({ id }) => id === 'player.list'))
      .slice(0, maxAsked)
      .map(({ id }) => gateway.invoke({ capabilityId: 'player.list', server: id, arguments: {}, caller, signal })),
  )
  return reports.flatMap(({ outcome }) => {
    const players = outcome.kind === 'done' ? outcome.data.players : []
    return Array.isArray(players) ? (players as ListedPlayer[]).filter((one) => typeof one === 'object' && one) : []
  })
}

/**
 * Names: the names a client may want to complete, best first.
 *
 * Names of players are read like everybody reads them, through `gateway.invoke`: who may not list them completes none.
 */
import { isWorld } from '../../contract/server.js'
import { type Reader, serverNamed } from './resources/reading.js'

/** What a name is the name of. */
export type NameKind = 'server' | 'player' | 'dimension' | 'capability'

/** Dimensions of every world that nobody renamed. */
const dimensions: readonly string[] = ['world', 'world_nether', 'world_the_end']
/** Servers that are asked for their players where none is named. */
const mostAsked = 4

/** @param server id or name; all when left out */
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
      .slice(0, mostAsked)
      .map(({ id }) => gateway.invoke({ capabilityId: 'player.list', server: id, arguments: {}, caller, signal })),
  )
  return reports.flatMap(({ outcome }) => {
    const players = outcome.kind === 'done' ? outcome.data.players : []
    return Array.isArray(players) ? (players as ListedPlayer[]).filter((one) => typeof one === 'object' && one) : []
  })
}

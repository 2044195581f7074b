/** Fake server page: players who are online and a console with an AI in it. */
import type { ConsoleLine, OnlinePlayer } from '@shared/servers/server-console.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type PageHandlers = {
  [C in Extract<PageOrder, `players:${string}` | `console:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString()

const players = (): readonly OnlinePlayer[] => [
  { player: 'Steve', location: { world: 'world', x: 8, y: 64, z: 10 }, since: at(130) },
  { player: 'Alex', location: { world: 'world_nether', x: -44, y: 71, z: 203 }, since: at(24) },
  { player: 'Mia' },
]

const log = (clock: string, text: string, level?: 'warning'): ConsoleLine => ({
  ...{ kind: 'log', clock, text },
  ...(level && { level }),
})

const lines = (): ConsoleLine[] => [
  log('18:38:52', 'Mia joined the game'),
  log('18:39:20', 'Steve has made the advancement [Hot Stuff]'),
  log('18:40:11', '<Alex> anyone has spare iron?'),
  log('18:41:02', '<Mia> can it rain pls, my wheat is dry'),
  {
    ...{ kind: 'call', at: at(4), capabilityId: 'ext.java.command.run', arguments: { command: 'weather rain 600' } },
    caller: { type: 'model', id: 'client:0a1b2c3d', name: 'Claude Desktop', namedByOwner: true },
  },
  log('18:41:30', 'Set the weather to rain'),
  log('18:42:05', 'Alex moved too quickly!', 'warning'),
  {
    ...{ kind: 'call', at: at(2), capabilityId: 'ext.java.command.run' },
    ...{ arguments: { command: 'say Backup in 5 minutes' } },
    caller: { type: 'user', id: 'owner', name: 'The owner', namedByOwner: true },
  },
  log('18:42:47', '[Server] Backup in 5 minutes'),
]

export function serverPageOf(): PageHandlers {
  let shown = lines()
  const done = { ok: true, value: null } as const
  return {
    'players:online': () => ({ ok: true, value: players() }),
    'players:act': () => done,
    'console:read': () => ({ ok: true, value: { lines: shown, hasLog: true, hasCommands: true } }),
    'console:run': ({ command }) => {
      shown = [...shown, { kind: 'reply', at: at(0), text: `Unknown command: ${command}` }]
      return done
    },
  }
}

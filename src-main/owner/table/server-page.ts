/** Orders for what an owner does themselves on the page of a server: its players and its console. */

import { playerActs } from '@shared/servers/owner-acts.js'
import { type ConsoleView, maxCommandLength, type OnlinePlayer } from '@shared/servers/server-console.js'
import { anyOf, id, number, object, offered, oneOf, text, typed } from './payload-schema.js'
import { type OrderTable, of } from './row.js'

const player = offered({ minLength: 1, maxLength: 64 })
const far = 30_000_000
const place = object({
  world: offered({ minLength: 1, maxLength: 128 }),
  x: number({ minimum: -far, maximum: far }),
  y: number({ minimum: -2_048, maximum: 4_096 }),
  z: number({ minimum: -far, maximum: far }),
})

export const serverPageOrders = {
  'players:online': { by: ['window'], takes: object({ server: id }), returns: of<readonly OnlinePlayer[]>() },
  /**
   * Does something to a player, as the owner; responds when it is done. `to` is needed to teleport, `typed` for what is
   * critical.
   */
  'players:act': {
    by: ['window'],
    takes: object(
      { server: id, act: oneOf(playerActs) },
      {
        player,
        text: text({ minLength: 1, maxLength: 256 }),
        to: anyOf(object({ player }), object({ place })),
        typed,
      },
    ),
    returns: of<null>(),
  },
  'console:read': { by: ['window'], takes: object({ server: id }), returns: of<ConsoleView>() },
  /** Runs a command in the server's console, as the owner. Its reply becomes a line of the console. */
  'console:run': {
    by: ['window'],
    takes: object({ server: id, command: text({ minLength: 1, maxLength: maxCommandLength }) }),
    returns: of<null>(),
  },
} satisfies OrderTable

/** Orders for what an owner does themselves on a server: attempts with its capabilities, its players and its console. */
import type { JsonObject } from '@contract/call.js'
import type { AttemptReport, CapabilityDetails } from '@shared/approvals/attempt.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import { playerActs } from '@shared/servers/owner-acts.js'
import { type ConsoleView, maxCommandLength, type OnlinePlayer } from '@shared/servers/server-console.js'
import { anyOf, as, flag, id, integer, number, object, offered, oneOf, text, typed } from './payload-schema.js'
import { type OrderTable, of } from './row.js'

const callArguments = as<JsonObject>({ type: 'object' })
const player = offered({ minLength: 1, maxLength: 64 })
const far = 30_000_000
const place = object({
  world: offered({ minLength: 1, maxLength: 128 }),
  x: number({ minimum: -far, maximum: far }),
  y: number({ minimum: -2_048, maximum: 4_096 }),
  z: number({ minimum: -far, maximum: far }),
})

export const actionsOrders = {
  /** What can be done. `id` is the capability's. */
  'capabilities:past': { by: ['window'], takes: object({ id }), returns: of<CapabilityDetails>() },
  /** Copies the parameters of one of its examples. */
  'capabilities:copy-example': {
    by: ['window'],
    takes: object({ id, server: id, at: integer({ minimum: 0, maximum: 63 }) }),
    returns: of<null>(),
  },
  /** Calls a capability as the person, through the normal call path; responds when the call has ended. */
  'capabilities:attempt': {
    by: ['window'],
    takes: object({
      id,
      capabilityId: id,
      server: id,
      arguments: callArguments,
      dryRun: flag,
    }),
    returns: of<AttemptReport>(),
  },
  'capabilities:withdraw': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'capabilities:sandbox': {
    by: ['window'],
    takes: object({ capabilityId: id, server: id, arguments: callArguments }),
    returns: of<SandboxTrial>(),
  },
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

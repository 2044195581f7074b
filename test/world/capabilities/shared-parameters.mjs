/** Parameters that several capabilities take. */
import { ContractError } from '../contract-error.mjs'
import { integer, number, optional, record, text } from '../parameters.mjs'

const farthest = 30_000_000

export const worldName = text({ least: 1, most: 128 })
export const playerName = text({ least: 1, most: 64 })
export const reason = optional(text({ most: 256 }))
export const durationMinutes = optional(integer(1, 5_256_000))

export const blockPlace = record({
  world: worldName,
  x: integer(-farthest, farthest),
  y: integer(-2_048, 4_096),
  z: integer(-farthest, farthest),
})

export const playerPlace = record(
  {
    world: worldName,
    x: number(-farthest, farthest),
    y: number(-2_048, 4_096),
    z: number(-farthest, farthest),
    yaw: optional(number(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)),
    pitch: optional(number(-90, 90)),
  },
  { isOpen: true },
)

/** @throws ContractError when it is another world than the one there is */
export function inThisWorld(world, name) {
  if (name === world.name) return
  throw new ContractError('BUSINESS.WORLD_NOT_FOUND', `There is no world called ${name}`, { worldName: name })
}

/** The player of this name. @throws ContractError when they are not online */
export function online(world, name) {
  known(world, name)
  const player = world.player(name)
  if (player) return player
  throw new ContractError('BUSINESS.PLAYER_OFFLINE', `${name} is not online`, { playerName: name })
}

/** @throws ContractError when nobody of this name ever joined */
export function known(world, name) {
  if (world.knows(name)) return
  throw new ContractError('BUSINESS.PLAYER_NOT_FOUND', `Nobody called ${name} ever joined`, { playerName: name })
}

/** When something that lasts this long ends; undefined for what never ends. */
export const endAfter = (minutes) => (minutes === undefined ? undefined : new Date(Date.now() + minutes * 60_000))

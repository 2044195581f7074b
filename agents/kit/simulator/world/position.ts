/** Position: positions in the simulated world, and their validation. */
import { ContractError } from '../../sdk/index.js'

/** The only world. */
export const worldName = 'world'

/** Lowest and highest layer, in blocks, as in the game since 1.18. */
export const layers = { lowest: -64, highest: 319 } as const

export interface SimulatedPosition {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface WorldPosition extends SimulatedPosition {
  readonly yaw: number
  readonly pitch: number
}

export const spawn: WorldPosition = { world: worldName, x: 0, y: 64, z: 0, yaw: 0, pitch: 0 }

/** @throws ContractError BUSINESS.WORLD_NOT_FOUND */
export function requireKnownWorld(name: string): void {
  if (name === worldName) return
  throw new ContractError('BUSINESS.WORLD_NOT_FOUND', {
    message: `There is no world "${name}".`,
    details: { worldName: name, worlds: [worldName] },
  })
}

/** @throws ContractError BUSINESS.WORLD_NOT_FOUND, or BUSINESS.INVALID_LOCATION for an invalid height */
export function requireInsideWorld({ world, x, y, z }: SimulatedPosition): void {
  requireKnownWorld(world)
  if (y >= layers.lowest && y <= layers.highest) return
  throw new ContractError('BUSINESS.INVALID_LOCATION', {
    message: `The world ranges from ${layers.lowest} to ${layers.highest}; ${y} is outside.`,
    details: { location: { world, x, y, z }, ...layers },
  })
}

export const distance = (one: SimulatedPosition, other: SimulatedPosition): number =>
  Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)

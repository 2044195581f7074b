/**
 * Bedrock block: a block of a plan as Bedrock writes it. Stairs, slabs, logs and ladders may have the states of Java, as
 * mirrored parts and flights of stairs do; other states are sent as they are.
 */
import { blockIdOf, statesOf } from '../../../policy/build/block-state.js'
import { blockStates, type EncodedBedrockArgument, literal, resourceId } from '../command-text.js'

const stairDirections: Readonly<Record<string, number>> = { east: 0, west: 1, south: 2, north: 3 }
const ladderDirections: Readonly<Record<string, number>> = { north: 2, south: 3, west: 4, east: 5 }

type Value = string | number | boolean

/** @throws GatewayError when it cannot be part of a command */
export function bedrockBlock(state: string): EncodedBedrockArgument {
  const id = blockIdOf(state)
  const states = blockStates(Object.fromEntries(statesOf(state).map(([name, value]) => bedrockState(id, name, value))))
  return states === '' ? resourceId(id) : literal(`${resourceId(id)} ${states}`)
}

function bedrockState(id: string, name: string, value: string): readonly [string, Value] {
  if (name === 'axis') return ['pillar_axis', value]
  if (id.endsWith('_stairs')) {
    const direction = name === 'facing' ? stairDirections[value] : undefined
    if (direction !== undefined) return ['weirdo_direction', direction]
    if (name === 'half') return ['upside_down_bit', value === 'top']
  }
  if (id.endsWith('_slab') && name === 'type') return ['minecraft:vertical_half', value]
  const ladder = id === 'minecraft:ladder' && name === 'facing' ? ladderDirections[value] : undefined
  if (ladder !== undefined) return ['facing_direction', ladder]
  if (value === 'true' || value === 'false') return [name, value === 'true']
  return [name, /^\d{1,9}$/u.test(value) ? Number(value) : value]
}

/** Whether a state of Bedrock says a direction, which mirroring does not turn: `weirdo_direction`, `rail_direction`. */
export const isBedrockDirection = (name: string): boolean => name.includes('direction') || name.endsWith('block_face')

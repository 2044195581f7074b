/** Blocks: an infinite flat world; only blocks that differ from it are stored. */
import { requireInsideWorld, type SimulatedPosition } from './position.js'

export interface Block {
  readonly type: string
  readonly states: Readonly<Record<string, string | number | boolean>>
}

/** The layer that players stand in, above the grass. */
export const surface = 64

/** A block's full id: `oak_planks` and `minecraft:oak_planks` are the same. */
export const fullId = (type: string): string => (type.includes(':') ? type : `minecraft:${type}`)

export class Blocks {
  #changed = new Map<string, Block>()

  /** @throws ContractError BUSINESS.WORLD_NOT_FOUND or BUSINESS.INVALID_LOCATION */
  at(position: SimulatedPosition): Block {
    requireInsideWorld(position)
    return this.#changed.get(keyOf(position)) ?? naturalAt(position.y)
  }

  /** @throws ContractError BUSINESS.WORLD_NOT_FOUND or BUSINESS.INVALID_LOCATION */
  set(position: SimulatedPosition, type: string, states: Block['states'] = {}): { previousType: string; type: string } {
    const { type: previousType } = this.at(position)
    const block = { type: fullId(type), states: { ...states } }
    const natural = naturalAt(position.y)
    if (natural.type === block.type && isSame(natural.states, block.states)) this.#changed.delete(keyOf(position))
    else this.#changed.set(keyOf(position), block)
    return { previousType, type: block.type }
  }

  /** The blocks that differ from the flat world. */
  all(): Record<string, Block> {
    return Object.fromEntries(this.#changed)
  }

  restore(changed: Readonly<Record<string, Block>>): void {
    this.#changed = new Map(Object.entries(changed))
  }
}

function naturalAt(y: number): Block {
  if (y >= surface) return { type: 'minecraft:air', states: {} }
  if (y === surface - 1) return { type: 'minecraft:grass_block', states: { snowy: false } }
  if (y >= surface - 4) return { type: 'minecraft:dirt', states: {} }
  return { type: y <= -64 ? 'minecraft:bedrock' : 'minecraft:stone', states: {} }
}

const keyOf = ({ x, y, z }: SimulatedPosition): string => `${x},${y},${z}`

function isSame(one: Block['states'], other: Block['states']): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

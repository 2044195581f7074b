/** Entities: animals, monsters and dropped things. A creeper always stands near spawn, as creepers do. */
import type { ItemStack } from '@contract/generated/common-types.js'
import { between, oneOf, type Random } from '../../validation/mulberry32.js'
import { fullId, surface } from './blocks.js'
import { distance, mustBeInside, type SimulatedPosition, worldName } from './place.js'

export interface Entity {
  readonly id: string
  readonly type: string
  readonly name?: string
  readonly location: SimulatedPosition
  /** What lies there; of dropped items alone. */
  readonly item?: ItemStack
}

export interface EntityQuery {
  readonly type?: string
  readonly center?: SimulatedPosition
  /** Blocks. */
  readonly radius: number
  readonly limit: number
}

const kinds = ['cow', 'sheep', 'pig', 'chicken', 'zombie', 'skeleton', 'item'].map(fullId)

/** What somebody has let fall. */
const dropped = (index: number): ItemStack => ({ type: 'minecraft:oak_planks', amount: 1 + (index % 4) })

/** Entities of a fresh world. */
const population = 16

const settlers: readonly Entity[] = [
  { id: '17', type: 'minecraft:creeper', location: { world: worldName, x: 12, y: surface, z: 1 } },
  { id: '18', type: 'minecraft:wolf', name: 'Rex', location: { world: worldName, x: 22, y: surface, z: -15 } },
]

export class Entities {
  #all: Map<string, Entity>

  constructor(random: Random) {
    const strays = Array.from({ length: population - settlers.length }, (_, index): Entity => {
      const location = { world: worldName, x: between(random, -80, 80), y: surface, z: between(random, -80, 80) }
      const type = oneOf(random, kinds)
      return { id: `${19 + index}`, type, location, ...(type === 'minecraft:item' && { item: dropped(index) }) }
    })
    this.#all = byId([...settlers, ...strays])
  }

  /**
   * @returns `total` counts those that match, however few are listed
   * @throws ContractError BUSINESS.WORLD_NOT_FOUND or BUSINESS.INVALID_LOCATION for the centre
   */
  list({ type, center, radius, limit }: EntityQuery): { entities: Entity[]; total: number } {
    if (center) mustBeInside(center)
    const wanted = type === undefined ? undefined : fullId(type)
    const found = [...this.#all.values()].filter(
      (entity) =>
        (wanted === undefined || entity.type === wanted) && (!center || distance(center, entity.location) <= radius),
    )
    if (center) found.sort((one, other) => distance(center, one.location) - distance(center, other.location))
    return { entities: found.slice(0, limit), total: found.length }
  }

  /** @returns how many there were to remove; ids that are gone already count for nothing */
  remove(ids: readonly string[]): number {
    return ids.filter((id) => this.#all.delete(id)).length
  }

  /** Everything that lives takes a step. */
  moveRandomly(random: Random): void {
    for (const entity of this.#all.values()) {
      const { x, z } = entity.location
      const step = { x: x + between(random, -1, 1), z: z + between(random, -1, 1) }
      if (entity.type !== 'minecraft:item') {
        this.#all.set(entity.id, { ...entity, location: { ...entity.location, ...step } })
      }
    }
  }

  all(): Entity[] {
    return [...this.#all.values()]
  }

  restore(entities: readonly Entity[]): void {
    this.#all = byId(entities)
  }
}

const byId = (entities: readonly Entity[]) => new Map(entities.map((entity) => [entity.id, entity]))

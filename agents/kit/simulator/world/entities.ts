/** Entities: animals, monsters and dropped items. A creeper is always near spawn. */
import type { ItemStack } from '@contract/generated/common-types.js'
import { between, oneOf, type Random } from '../mulberry32.js'
import { fullId, surface } from './blocks.js'
import { distance, requireInsideWorld, type SimulatedPosition, worldName } from './position.js'

export interface Entity {
  readonly id: string
  readonly type: string
  readonly name?: string
  readonly location: SimulatedPosition
  /** The item stack; only for dropped items. */
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

/** A dropped item. */
const dropped = (index: number): ItemStack => ({ type: 'minecraft:oak_planks', amount: 1 + (index % 4) })

/** Number of entities in a new world. */
const entityCount = 16

const fixedEntities: readonly Entity[] = [
  { id: '17', type: 'minecraft:creeper', location: { world: worldName, x: 12, y: surface, z: 1 } },
  { id: '18', type: 'minecraft:wolf', name: 'Rex', location: { world: worldName, x: 22, y: surface, z: -15 } },
]

export class Entities {
  #all: Map<string, Entity>

  constructor(random: Random) {
    const randomEntities = Array.from({ length: entityCount - fixedEntities.length }, (_, index): Entity => {
      const location = { world: worldName, x: between(random, -80, 80), y: surface, z: between(random, -80, 80) }
      const type = oneOf(random, kinds)
      return { id: `${19 + index}`, type, location, ...(type === 'minecraft:item' && { item: dropped(index) }) }
    })
    this.#all = byId([...fixedEntities, ...randomEntities])
  }

  /**
   * @returns `total` counts all matches, also those over the limit
   * @throws ContractError BUSINESS.WORLD_NOT_FOUND or BUSINESS.INVALID_LOCATION for the centre
   */
  list({ type, center, radius, limit }: EntityQuery): { entities: Entity[]; total: number } {
    if (center) requireInsideWorld(center)
    const wanted = type === undefined ? undefined : fullId(type)
    const found = [...this.#all.values()].filter(
      (entity) =>
        (wanted === undefined || entity.type === wanted) && (!center || distance(center, entity.location) <= radius),
    )
    if (center) found.sort((one, other) => distance(center, one.location) - distance(center, other.location))
    return { entities: found.slice(0, limit), total: found.length }
  }

  /** @returns the number of removed entities; unknown ids are ignored */
  remove(ids: readonly string[]): number {
    return ids.filter((id) => this.#all.delete(id)).length
  }

  /** Moves every living entity by at most one block. */
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

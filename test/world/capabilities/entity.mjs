/** Entities: what is near, and taking it out of the world. */
import { integer, number, optional, record, set, text } from '../parameters.mjs'
import { blockPlace, inThisWorld, reason, worldName } from './shared-parameters.mjs'

export const entity = {
  'entity.list': {
    parameters: record({
      worldName,
      type: optional(text({ most: 128 })),
      center: optional(blockPlace),
      radius: optional(number(Number.MIN_VALUE, 512)),
      limit: optional(integer(1, 500)),
    }),
    perform: (world, { worldName: name, type, center, radius = 64, limit = 100 }) => {
      inThisWorld(world, name)
      if (center) inThisWorld(world, center.world)
      const distance = (at) => (center ? Math.hypot(at.x - center.x, at.y - center.y, at.z - center.z) : 0)
      const found = world
        .creatures()
        .filter((creature) => (type === undefined || creature.type === qualified(type)) && distance(creature) <= radius)
        .sort((a, b) => distance(a) - distance(b))
      const entities = found
        .slice(0, limit)
        .map(({ id, type: kind, x, y, z }) => ({ id, type: kind, location: { world: world.name, x, y, z } }))
      return { entities, total: found.length }
    },
  },

  'entity.remove': {
    parameters: record({ worldName, entityIds: set(text({ least: 1, most: 64 }), 1, 500), reason }),
    perform: (world, { worldName: name, entityIds }) => {
      inThisWorld(world, name)
      return { removed: world.removeCreatures(entityIds) }
    },
  },
}

const qualified = (type) => (type.includes(':') ? type : `minecraft:${type}`)

/** Creatures: every entity of the world except players. */
import vec3 from 'vec3'

export function keepCreatures(server) {
  const { entities: kinds, entitiesByName, mobs, objects } = server.registry
  // flying-squid 1.12 looks kinds up in lists that newer data leaves all but empty.
  for (const kind of Object.values(kinds)) {
    mobs[kind.id] ??= kind
    objects[kind.id] ??= kind
  }
  const creatures = () => Object.values(server.entities).filter(({ type }) => type !== 'player')

  return {
    /** @returns {{id: string, type: string, x: number, y: number, z: number}[]} */
    creatures: () =>
      creatures().map(({ id, entityType, position: { x, y, z } }) => ({
        id: String(id),
        type: `minecraft:${kinds[entityType]?.name ?? 'unknown'}`,
        x,
        y,
        z,
      })),
    /** Removes those of the ids that are creatures; returns how many that were. */
    removeCreatures: (ids) => {
      const doomed = creatures().filter(({ id }) => ids.includes(String(id)))
      for (const creature of doomed) creature.destroy()
      return doomed.length
    },
    /** @returns {string} The id of the new creature. @throws Error when there is no such kind */
    summon: (name, { x, y, z }) => {
      const kind = Object.hasOwn(entitiesByName, name) ? entitiesByName[name] : undefined
      if (!kind || name === 'player') throw new Error(`There is no creature called ${name}`)
      return String(server.spawnMob(kind.id, server.overworld, new vec3.Vec3(x, y, z)).id)
    },
  }
}

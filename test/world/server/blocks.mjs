/**
 * Blocks of the world, and what players do to them.
 *
 * Nothing is on disk, so no column is ever unloaded: flying-squid would generate it again, without what was built there.
 */
import prismarineBlock from 'prismarine-block'
import vec3 from 'vec3'

const air = 0
const floor = -64
const ceiling = 320

/** Emits `placed (who, block)` and `broken (who, block)`: `{name, uuid}` and `{type, x, y, z}`. */
export function keepBlocks(server, events) {
  const world = server.overworld
  const Block = prismarineBlock(server.registry)
  const kinds = server.registry.blocksByName
  const typeOf = (stateId) => `minecraft:${Block.fromStateId(stateId, 0).name}`
  const stateAt = ({ x, y, z }) => world.getBlockStateId(new vec3.Vec3(x, y, z))
  world.unloadColumn = () => {}

  server.on('newPlayer', (entity) => {
    let digging = Promise.resolve()
    const changeBlock = entity.changeBlock
    // Both the first and the last stroke of a creative player dig; one after another, the second finds nothing there.
    entity.changeBlock = (position, ...to) => {
      digging = digging.then(async () => {
        const before = await stateAt(position)
        await changeBlock(position, ...to)
        if (before !== air) events.emit('broken', who(entity), { type: typeOf(before), ...plain(position) })
      })
      return digging
    }
    const setBlock = entity.setBlock
    entity.setBlock = async (position, stateId) => {
      await setBlock(position, stateId)
      if (stateId !== air) events.emit('placed', who(entity), { type: typeOf(stateId), ...plain(position) })
    }
  })

  return {
    /** Whether blocks can lie at this height. */
    hasHeight: (y) => y >= floor && y < ceiling,
    /** @returns {Promise<{type: string, states: Record<string, string | number | boolean>}>} */
    blockAt: async (place) => {
      const stateId = await stateAt(place)
      return { type: typeOf(stateId), states: Block.fromStateId(stateId, 0).getProperties() }
    },
    /** The state a type and some of its properties make; undefined when there is no such block. */
    blockState: (type, properties = {}) => {
      const name = type.replace(/^minecraft:/u, '')
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
      if (!kind) return undefined
      const states = Block.fromStateId(kind.defaultState, 0).getProperties()
      for (const [property, value] of Object.entries(properties)) {
        const state = kind.states?.find((one) => one.name === property)
        const text = String(value)
        if (!state || !valuesOf(state).includes(text)) return undefined
        states[property] = state.type === 'bool' ? text === 'true' : state.type === 'int' ? Number(text) : text
      }
      return kind.states?.length ? Block.fromProperties(kind.id, states, 0).stateId : kind.defaultState
    },
    setBlock: ({ x, y, z }, stateId) => server.setBlock(world, new vec3.Vec3(x, y, z), stateId),
  }
}

const who = ({ username, uuid }) => ({ name: username, uuid })

const plain = ({ x, y, z }) => ({ x, y, z })

const valuesOf = ({ type, values, num_values: count }) =>
  type === 'bool' ? ['true', 'false'] : (values ?? Array.from({ length: count }, (_, index) => String(index)))

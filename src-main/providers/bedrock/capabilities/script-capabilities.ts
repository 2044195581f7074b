/** Script capabilities: reads that need the behavior pack in the world. See docs/protocol.md#bedrock-script. */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { farthest } from '../../minecraft/world-values.js'
import { integer, resourceId } from '../command-text.js'
import { dimensionOf } from '../worlds.js'
import { type BedrockAbilities, type BedrockCapability, unreadableReply } from './bedrock-capability.js'
import type { BedrockBlockPosition } from './world-capabilities.js'

const scripted = (id: string, run: BedrockCapability['run']): BedrockCapability => ({
  id,
  run,
  missingFeature: ({ script }) => (script ? undefined : { kind: 'pack' }),
})

/** @throws GatewayError */
export function scriptPosition({ x, y, z }: JsonObject, world: string) {
  if (![x, y, z].every((value) => typeof value === 'number' && Number.isFinite(value)))
    throw unreadableReply('a position')
  return { world, x: Number(x), y: Number(y), z: Number(z) }
}

/** The exact location of a player; undefined without the pack. @throws GatewayError */
export async function scriptPlayerLocation(name: string, { script }: BedrockAbilities, signal: AbortSignal) {
  if (!script) return undefined
  const { location } = await script.call('getPlayerInfo', { playerName: name }, { signal })
  if (!isObject(location)) throw unreadableReply('where the player is')
  const { yaw, pitch } = location
  return {
    ...scriptPosition(location, dimensionOf(location.world)),
    ...(typeof yaw === 'number' && { yaw }),
    ...(typeof pitch === 'number' && { pitch }),
  }
}

const wholeNumber = (value: unknown, most = farthest): number => Number(integer(value, -most, most))

function statesIn(states: unknown): JsonObject {
  if (!isObject(states)) return {}
  const entries = Object.entries(states).slice(0, 32)
  return Object.fromEntries(
    entries.flatMap(([name, value]): (readonly [string, string | number | boolean])[] =>
      typeof value === 'string'
        ? [[cleanText(name, 64), cleanText(value, 64)]]
        : typeof value === 'number' || typeof value === 'boolean'
          ? [[cleanText(name, 64), value]]
          : [],
    ),
  )
}

function entityIn(entity: unknown, world: string): JsonObject[] {
  if (!isObject(entity) || typeof entity.id !== 'string' || typeof entity.type !== 'string') return []
  return [
    {
      id: cleanText(entity.id, 64),
      type: cleanText(entity.type, 128),
      ...(typeof entity.name === 'string' && { name: cleanText(entity.name, 64) }),
      location: scriptPosition(entity, world),
    },
  ]
}

const maxEntities = 500

export const scriptCapabilities: readonly BedrockCapability[] = [
  scripted('world.block.get', async ({ given, signal }, { script }) => {
    const location = given.location as BedrockBlockPosition
    const position = { x: wholeNumber(location.x), y: wholeNumber(location.y, 4_096), z: wholeNumber(location.z) }
    const found = await script?.call('getBlockInfo', { world: dimensionOf(location.world), ...position }, { signal })
    if (typeof found?.type !== 'string') throw unreadableReply('which block it is')
    return { location, type: cleanText(found.type, 128), states: statesIn(found.states) }
  }),

  scripted('entity.list', async ({ given, signal }, { script }) => {
    const { worldName, type, center, radius = 64, limit = 100 } = given
    const world = dimensionOf(worldName)
    const query: JsonObject = {
      world,
      limit,
      ...(type !== undefined && { type: resourceId(type) }),
      ...(isObject(center) && { x: wholeNumber(center.x), y: wholeNumber(center.y), z: wholeNumber(center.z), radius }),
    }
    const found = await script?.call('getEntityInfo', query, { signal })
    if (!Array.isArray(found?.entities)) throw unreadableReply('which entities are there')
    const entities = found.entities.slice(0, maxEntities).flatMap((entity) => entityIn(entity, world))
    const { total } = found
    return {
      entities,
      total: typeof total === 'number' && total > entities.length ? Math.floor(total) : entities.length,
    }
  }),
]

/** Entity count: how many entities of a type touch a box, as the game counts them. */
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { literal, resourceId } from '../dialects/command-arguments.js'
import { type Box, sizeOf } from '../folder/block-volume.js'

/** The box as arguments of a selector. */
export const selectorArea = (box: Box): string => {
  const { x, y, z } = sizeOf(box)
  const { min } = box
  return `x=${min.x},y=${min.y},z=${min.z},dx=${x - 1},dy=${y - 1},dz=${z - 1}`
}

/** One command. @param type of Minecraft, with further arguments @throws GatewayError when the server does not say it */
export async function countEntities(
  type: string,
  dimension: string,
  box: Box,
  { dialect }: Pick<JavaAbilities, 'dialect'>,
  signal: AbortSignal,
): Promise<number> {
  const selector = literal(`type=${type},${selectorArea(box)}`)
  const options = { signal, dimension: resourceId(dimension) }
  const { outcome, fields } = await dialect.run('countEntities', { selector }, options)
  return outcome === 'done' ? Number(fields.count) : 0
}

/** One command. Without spectators. @throws GatewayError when the server does not say it */
export const countPlayers = (
  dimension: string,
  box: Box,
  abilities: Pick<JavaAbilities, 'dialect'>,
  signal: AbortSignal,
): Promise<number> => countEntities('minecraft:player,gamemode=!spectator', dimension, box, abilities, signal)

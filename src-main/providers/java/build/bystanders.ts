/** Bystanders: players whose bodies are where blocks would be set. Nobody is buried. */
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { positionOf } from '../capabilities/player-states.js'
import { literal, resourceId } from '../dialects/command-arguments.js'
import { listPlayers } from '../dialects/player-list.js'
import { type Box, sizeOf } from '../folder/block-volume.js'
import { dimensionOf } from '../worlds.js'

export interface Bystander {
  readonly name: string
  /** The blocks that the body touches. */
  readonly body: Box
}

/** Half the width of a player, and almost the height. */
const half = 0.3
const height = 1.799

/** One command where nobody is there. @throws GatewayError when the server does not tell */
export async function bystandersIn(
  dimension: string,
  box: Box,
  abilities: JavaAbilities,
): Promise<readonly Bystander[]> {
  const { dialect } = abilities
  const { x, y, z } = sizeOf(box)
  const { min } = box
  const area = `x=${min.x},y=${min.y},z=${min.z},dx=${x - 1},dy=${y - 1},dz=${z - 1}`
  const selector = literal(`type=minecraft:player,gamemode=!spectator,${area}`)
  const { outcome } = await dialect.run('countEntities', { selector }, { dimension: resourceId(dimension) })
  if (outcome !== 'done') return []
  const { players } = await listPlayers(dialect)
  const found: Bystander[] = []
  for (const { name } of players) {
    // A player who left meanwhile stands nowhere.
    const at = await positionOf(name, abilities, never).catch(() => undefined)
    if (!at || dimensionOf(at.world) !== dimension) continue
    const body = bodyAt(at)
    if (isTouching(body, box)) found.push({ name, body })
  }
  return found
}

export const bodyAt = ({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): Box => ({
  min: { x: Math.floor(x - half), y: Math.floor(y), z: Math.floor(z - half) },
  max: { x: Math.floor(x + half), y: Math.floor(y + height), z: Math.floor(z + half) },
})

export const isTouching = (one: Box, other: Box): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => one.min[axis] <= other.max[axis] && one.max[axis] >= other.min[axis])

const never = new AbortController().signal

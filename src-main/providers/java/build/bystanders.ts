/**
 * Bystanders: players whose bodies are where blocks would be set, or may be a moment later. Nobody is buried.
 *
 * The game counts those who are there. When somebody is counted whose place cannot be read, they may be anywhere in it.
 */
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { gameModeOf, positionOf } from '../capabilities/player-states.js'
import { literal, resourceId } from '../dialects/command-arguments.js'
import { listPlayers } from '../dialects/player-list.js'
import { type Box, sizeOf } from '../folder/block-volume.js'
import { dimensionOf } from '../worlds.js'

export interface Bystander {
  readonly name: string
  /** The blocks that the body touches, or may touch a moment later. */
  readonly body: Box
}

/** Blocks that a player moves to the side or up between two looks. */
const margin = 2
/** Somebody whom the list of players does not name. */
export const unnamed = '?'

const never = new AbortController().signal
/** Half the width of a player, and almost the height. */
const half = 0.3
const height = 1.799

/** One command. @returns how many players, spectators aside, touch the box @throws GatewayError when it is not told */
export async function playersCounted(
  dimension: string,
  box: Box,
  { dialect }: JavaAbilities,
  signal = never,
): Promise<number> {
  const { x, y, z } = sizeOf(box)
  const { min } = box
  const area = `x=${min.x},y=${min.y},z=${min.z},dx=${x - 1},dy=${y - 1},dz=${z - 1}`
  const selector = literal(`type=minecraft:player,gamemode=!spectator,${area}`)
  const options = { signal, dimension: resourceId(dimension) }
  const { outcome, fields } = await dialect.run('countEntities', { selector }, options)
  return outcome === 'done' ? Number(fields.count) : 0
}

/** One command where nobody is there. @throws GatewayError when the server does not tell */
export async function bystandersIn(
  dimension: string,
  box: Box,
  abilities: JavaAbilities,
): Promise<readonly Bystander[]> {
  const area = around(box, margin)
  const counted = await playersCounted(dimension, area, abilities)
  if (counted === 0) return []
  const { players } = await listPlayers(abilities.dialect)
  const found: Bystander[] = []
  const lost: string[] = []
  for (const { name } of players) {
    const at = await positionOf(name, abilities, never).catch(() => undefined)
    const mode = await gameModeOf(name, abilities, never).catch(() => undefined)
    if (!at || !mode) lost.push(name)
    if (!at || mode === 'spectator' || dimensionOf(at.world) !== dimension) continue
    const body = bodyAt(at)
    if (!isTouching(body, area)) continue
    const { min, max } = around(body, margin)
    // Only what is below the feet may be set: a player stands on it.
    found.push({ name, body: { min: { ...min, y: body.min.y }, max } })
  }
  const isOneMissing = counted > found.filter(({ name }) => !lost.includes(name)).length
  if (!isOneMissing) return found
  const names = lost.length > 0 ? lost : [unnamed]
  return [...found, ...names.map((name) => ({ name, body: area }))]
}

export const around = ({ min, max }: Box, blocks: number): Box => ({
  min: { x: min.x - blocks, y: min.y - blocks, z: min.z - blocks },
  max: { x: max.x + blocks, y: max.y + blocks, z: max.z + blocks },
})

export const bodyAt = ({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): Box => ({
  min: { x: Math.floor(x - half), y: Math.floor(y), z: Math.floor(z - half) },
  max: { x: Math.floor(x + half), y: Math.floor(y + height), z: Math.floor(z + half) },
})

export const isTouching = (one: Box, other: Box): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => one.min[axis] <= other.max[axis] && one.max[axis] >= other.min[axis])

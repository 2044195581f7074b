/**
 * Bystanders: players whose bodies are where blocks would be set, or may be a moment later. Nobody is buried.
 *
 * The game counts those who are there. When somebody is counted whose place cannot be read, they may be anywhere in it.
 */
import { isAir } from '../../../policy/build/block-state.js'
import { isTouching } from '../../minecraft/build/body.js'
import { unnamed } from '../../minecraft/build/build-site.js'
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { gameModeOf } from '../capabilities/player-states.js'
import type { Box } from '../folder/block-volume.js'
import type { UndoStep } from '../snapshots/undo-plan.js'
import { countPlayers } from './entity-count.js'
import { playerBodies } from './player-bodies.js'

export interface Bystander {
  readonly name: string
  /** The blocks that the body touches, or may touch a moment later. */
  readonly body: Box
}

/** Blocks that a player moves to the side or up between two looks. */
const margin = 2

const never = new AbortController().signal

/** One command where nobody is there. @throws GatewayError when the server does not say it */
export async function bystandersIn(
  dimension: string,
  box: Box,
  abilities: JavaAbilities,
): Promise<readonly Bystander[]> {
  const area = around(box, margin)
  const counted = await countPlayers(dimension, area, abilities, never)
  if (counted === 0) return []
  const found: Bystander[] = []
  const lost: string[] = []
  for await (const { name, at, body } of playerBodies(dimension, area, abilities, never)) {
    const mode = await gameModeOf(name, abilities, never).catch(() => undefined)
    if (!at || !mode) lost.push(name)
    if (!body || mode === 'spectator') continue
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

/** Whether the step would put a block where the body is. */
export function isBuried(body: Box, step: UndoStep): boolean {
  if (step.kind === 'data' || isAir(step.state)) return false
  return isTouching(body, step.kind === 'fill' ? step.box : { min: step.at, max: step.at })
}

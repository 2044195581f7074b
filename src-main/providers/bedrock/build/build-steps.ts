/** Build steps: the fills that set a tile, in the order in which they are sent. Pure. */
import { Slices } from '@shared/turns.js'
import { type Fill, fillsOf } from '../../../policy/build/fills.js'
import type { BuildPlan } from '../../../policy/build/plan.js'
import { volumeOf } from '../../../policy/build/plan-volume.js'
import { bedrockBlock } from './bedrock-block.js'

export interface BuildStep extends Fill {
  /** Ids of the only blocks that it replaces; all when undefined. */
  readonly only: ReadonlySet<string> | undefined
}

export function stepsOf(plan: BuildPlan, tile: number): readonly BuildStep[] {
  const box = plan.tiles[tile]
  if (!box) return []
  return [...plan.layers(tile)].flatMap((layer) => fillsOf(layer, box).map((fill) => ({ ...fill, only: layer.only })))
}

/** Whether what it sets depends on what is there: it can only be set again from the blocks before. */
export const looksAtWorld = (steps: readonly BuildStep[]): boolean => steps.some(({ only }) => only)

/** The blocks of a plan as commands name them, and how many each tile sets at most. */
export async function kindsOf(plan: BuildPlan) {
  const blocks = new Set<string>()
  const planned: number[] = []
  let commands = 0
  const slices = new Slices()
  for (let tile = 0; tile < plan.tiles.length; tile++) {
    await slices.rest()
    const steps = stepsOf(plan, tile)
    for (const { state } of steps) blocks.add(bedrockBlock(state))
    planned.push(steps.reduce((sum, { box }) => sum + volumeOf(box), 0))
    commands += steps.reduce((sum, step) => sum + commandsOf(step), 0)
  }
  return { blocks, planned, commands }
}

/** Commands of a step: one for each kind of block that it replaces. */
const commandsOf = ({ only }: BuildStep): number => only?.size ?? 1

/**
 * Part undo: the undo of one part of a build leaves what the plan without this part would have built. Pure.
 *
 * It concerns the blocks that this part set last. Those that another part covers stay, and so do blocks that players
 * changed since. Parts are numbered from 1, as in `Drawn`.
 */
import type { BuildPlan, Drawn } from '../../../policy/build/plan.js'
import type { BlockVolume } from '../folder/block-volume.js'
import type { UndoAim } from '../snapshots/block-snapshots.js'
import { volumeWithout } from './players-work.js'
import { comparer, targetOf } from './tile-target.js'

type Plan = Pick<BuildPlan, 'draw'>

/** @param without parts that were undone before */
export function partAim(plan: Plan, part: number, without: ReadonlySet<number>) {
  return (before: BlockVolume): UndoAim => {
    const standing = plan.draw(before.box, before, (one) => one === part || !without.has(one))
    const rest = plan.draw(before.box, before, (one) => one !== part && !without.has(one))
    const all = plan.draw(before.box, before)
    const others = standing.parts.map((one) => (one === part ? 0 : 1))
    const isBare = Uint8Array.from(rest.parts, (one, index) => (one || others[index] ? 0 : 1))
    const beneath = masked(rest, (index) => !others[index])
    const uncovered = masked(standing, (index) => !others[index] && all.parts[index] !== part)
    return {
      part: {
        others: Uint8Array.from(others),
        target: (current, wasSet) => volumeWithout(targetOf(current, beneath, wasSet), before, isBare),
      },
      after: (_current, after) => targetOf(after, uncovered, false),
    }
  }
}

/** Of the undo of the whole build: what another part set where one was undone is nobody's work. */
export function wholeAim(plan: Plan, without: ReadonlySet<number>) {
  return (before: BlockVolume): UndoAim => {
    const rest = plan.draw(before.box, before, (one) => !without.has(one))
    const all = plan.draw(before.box, before)
    return {
      after(current, after) {
        const isRest = comparer(current.palette, rest.palette, true)
        const isOurs = (index: number) =>
          rest.parts[index] !== 0 &&
          without.has(all.parts[index] ?? 0) &&
          isRest(current.indices[index] ?? 0, rest.indices[index] ?? 0)
        return volumeWithout(
          after,
          current,
          Uint8Array.from(all.parts, (_, index) => (isOurs(index) ? 1 : 0)),
        )
      },
    }
  }
}

/** Of one part in a box. */
export interface PartBlocks {
  /** That it set last. */
  readonly own: number
  /** That other parts cover. */
  readonly covered: number
}

export function blocksOfPart(plan: Plan, before: BlockVolume, part: number, without: ReadonlySet<number>): PartBlocks {
  const isStanding = (one: number) => one === part || !without.has(one)
  const count = ({ parts }: Drawn) => parts.reduce((sum, one) => sum + (one === part ? 1 : 0), 0)
  const own = count(plan.draw(before.box, before, isStanding))
  const set = count(plan.draw(before.box, before, (one) => one <= part && isStanding(one)))
  return { own, covered: set - own }
}

const masked = (drawn: Drawn, is: (index: number) => boolean): Drawn => ({
  ...drawn,
  parts: drawn.parts.map((part, index) => (is(index) ? part : 0)),
})

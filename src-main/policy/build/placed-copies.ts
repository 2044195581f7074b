/**
 * Placed copies: where the copies of a repeated or mirrored part are, and what happens to its blocks there.
 *
 * A part is repeated first. The mirror image is of all its copies.
 */
import { PartProblem } from './part-problem.js'
import { farthestFromOrigin, type GivenPart, isNeutral, memberOf, position, wholeNumber } from './part-values.js'
import { type Position, planLimits } from './plan.js'
import { type Axis, mirrored } from './turned-state.js'

/** Along each axis, a block at `v` of the part comes to `sign * v + shift` of the world. */
export interface Copy {
  readonly sign: Position
  readonly shift: Position
}

const axes = ['x', 'y', 'z'] as const satisfies readonly Axis[]

const here: Copy = { sign: { x: 1, y: 1, z: 1 }, shift: { x: 0, y: 0, z: 0 } }

/** @throws PartProblem */
export function readCopies(given: GivenPart, origin: Position): readonly Copy[] {
  let copies: readonly Copy[] = repeatedCopies(memberOf(given, 'repeat'))
  const mirror = memberOf(given, 'mirror')
  if (!isNeutral(mirror)) {
    if (typeof mirror !== 'object' || Array.isArray(mirror)) throw mirrorForm(mirror)
    const wanted = Object.keys(mirror as object)
    if (wanted.some((name) => !(axes as readonly string[]).includes(name))) throw mirrorForm(mirror)
    for (const axis of axes) {
      const at = memberOf(mirror as GivenPart, axis)
      if (at === undefined || at === null) continue
      if (copies.length * 2 > planLimits.parts) throw tooManyCopies('mirror', copies.length * 2)
      copies = [...copies, ...copies.map((copy) => flipped(copy, axis, middle(at, axis)))]
    }
  }
  return copies.map(({ sign, shift }) => ({
    sign,
    shift: { x: shift.x + origin.x, y: shift.y + origin.y, z: shift.z + origin.z },
  }))
}

function repeatedCopies(repeat: unknown): readonly Copy[] {
  if (isNeutral(repeat)) return [here]
  if (typeof repeat !== 'object' || Array.isArray(repeat)) {
    throw new PartProblem('repeat', '`repeat` must be, for example, {"count": 4, "step": [3, 0, 0]}.', repeat)
  }
  const count = wholeNumber(memberOf(repeat as GivenPart, 'count'), 'repeat/count', 1, planLimits.parts)
  if (count === 1) return [here]
  const step = position(memberOf(repeat as GivenPart, 'step'), 'repeat/step')
  if (step.x === 0 && step.y === 0 && step.z === 0) {
    throw new PartProblem('repeat/step', '`repeat.step` must move every copy, for example [3, 0, 0].', repeat)
  }
  return Array.from({ length: count }, (_, index) => ({
    sign: here.sign,
    shift: { x: step.x * index, y: step.y * index, z: step.z * index },
  }))
}

/** The middle of a mirror: a block, or between two blocks. */
function middle(at: unknown, axis: Axis): number {
  if (typeof at === 'number' && Number.isInteger(2 * at) && Math.abs(at) <= farthestFromOrigin) return at
  throw new PartProblem(
    `mirror/${axis}`,
    `\`mirror.${axis}\` must be the ${axis} of the middle, a whole number or a half such as 4.5.`,
    at,
  )
}

const flipped = ({ sign, shift }: Copy, axis: Axis, at: number): Copy => ({
  sign: { ...sign, [axis]: -sign[axis] },
  shift: { ...shift, [axis]: 2 * at - shift[axis] },
})

const mirrorForm = (given: unknown): PartProblem =>
  new PartProblem('mirror', '`mirror` must name the middle, for example {"x": 5} or {"x": 5, "z": 4.5}.', given)

export const tooManyCopies = (member: string, count: number): PartProblem =>
  new PartProblem(
    member,
    `it has ${count} copies. At most ${planLimits.parts} parts fit into a plan, with all copies. Use one larger shape instead.`,
  )

/** The state of a block in a copy. */
export function stateIn({ sign }: Copy, state: string): string {
  let text = state
  for (const axis of axes) if (sign[axis] < 0) text = mirrored(text, axis)
  return text
}

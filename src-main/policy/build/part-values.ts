/** Part values: reads the members of a part, each within its bounds. Every error says what to write instead. */
import { PartProblem, rendered } from './part-problem.js'
import type { Position } from './plan.js'

export type GivenPart = Readonly<Record<string, unknown>>

/** No coordinate of a part is farther from the origin. */
export const farthestFromOrigin = 512

/** An own member, so that a name of the prototype is none. */
export const memberOf = (given: GivenPart, name: string): unknown =>
  Object.hasOwn(given, name) ? given[name] : undefined

/** Whether a caller filled a member in that says nothing. */
export const isNeutral = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)

/** @throws PartProblem */
export function wholeNumber(value: unknown, member: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value + 0
  if (value === undefined) {
    throw new PartProblem(member, `\`${member}\` is missing. Add a whole number from ${least} to ${most}.`)
  }
  throw new PartProblem(
    member,
    `\`${member}\` must be a whole number from ${least} to ${most}, not ${rendered(value)}.`,
    value,
  )
}

/** `[x, y, z]`, relative to the origin. @throws PartProblem */
export function position(value: unknown, member: string, most = farthestFromOrigin): Position {
  if (value === undefined) throw new PartProblem(member, `\`${member}\` is missing. Add "${member}": [x, y, z].`)
  if (!Array.isArray(value) || value.length !== 3) {
    throw new PartProblem(member, `\`${member}\` must be three whole numbers [x, y, z], not ${rendered(value)}.`, value)
  }
  const [x, y, z] = value.map((one: unknown) => {
    if (typeof one === 'number' && Number.isInteger(one) && Math.abs(one) <= most) return one + 0
    throw new PartProblem(
      member,
      `\`${member}\` must be whole numbers from -${most} to ${most}, relative to the origin, not ${rendered(one)}.`,
      value,
    )
  }) as [number, number, number]
  return { x, y, z }
}

/** @throws PartProblem */
export function flag(value: unknown, member: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false
  throw new PartProblem(member, `\`${member}\` must be true or false, not ${rendered(value)}.`, value)
}

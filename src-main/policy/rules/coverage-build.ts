/**
 * Coverage of builds: a rule that allows builds of at most so many blocks inside one area.
 *
 * Guards invariant 3: the rule names the box and the number as a person saw them, and what a plan sets is read from the
 * plan itself, as it is read to be built. A plan that cannot be read is inside nothing; so is one with a structure file,
 * whose blocks are not in its arguments, and one with blocks that have effects outside of the box or that undo cannot
 * restore.
 */
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import { blockKindOf } from '../build/block-kinds.js'
import { blockIdOf, readBlock } from '../build/block-state.js'
import type { BuildPlan } from '../build/plan.js'
import { readPlan } from '../build/read-plan.js'

export type BuildFact = Extract<ArgumentFact, { kind: 'build' }>
type Limits = Pick<BuildFact, 'world' | 'from' | 'to' | 'blocks'>

const axes = ['x', 'y', 'z'] as const

/** Whether what these arguments build is inside the box, and not more. */
export function isBuildWithin(given: unknown, { world, from, to, blocks }: Limits): boolean {
  const plan = planIn(given)
  return plan !== undefined && plan.most <= blocks && plan.world === world && isInside(plan, { from, to })
}

/** The facts of the smallest area that contains the build; undefined when none does. */
export function buildFacts(given: JsonObject, areas: readonly BuildArea[]): readonly ArgumentFact[] | undefined {
  if (areas.length === 0) return undefined
  const plan = planIn(given)
  if (!plan) return undefined
  const [area] = areas
    .filter((one) => plainWorld(one.world) === plainWorld(plan.world) && isInside(plan, one))
    .sort((one, other) => volumeOf(one) - volumeOf(other))
  if (!area) return undefined
  const { name, from, to } = area
  return [
    { kind: 'build', at: [], name, world: plan.world, from, to, blocks: roundedUp(plan.most) },
    { kind: 'free', at: [], parameter: 'reason' },
  ]
}

/** Blocks that explode, burn, flow, move or power other blocks, summon, or that lead elsewhere. */
const reaching: ReadonlySet<string> = new Set(
  [
    'tnt respawn_anchor end_crystal',
    'fire soul_fire',
    'ice frosted_ice sea_pickle conduit',
    'piston sticky_piston redstone_block redstone_torch redstone_wall_torch',
    'spawner trial_spawner vault sculk_shrieker creaking_heart carved_pumpkin jack_o_lantern wither_skeleton_skull wither_skeleton_wall_skull',
    'nether_portal end_portal end_portal_frame end_gateway',
    'bedrock',
  ].flatMap((names) => names.split(' ').map((name) => `minecraft:${name}`)),
)
/** Beds explode in the Nether, silverfish come out of infested blocks, and corals stand in water of their own. */
const reachingEndings = ['_bed', '_coral', '_coral_fan', '_coral_wall_fan']

/** What a block of a mod does is not known. @throws PartProblem */
function reachesOut(part: Readonly<Record<string, unknown>>): boolean {
  const state = readBlock(part.block, part.states)
  const id = blockIdOf(state)
  if (!id.startsWith('minecraft:') || id.startsWith('minecraft:infested_') || reaching.has(id)) return true
  return blockKindOf(state).liquid !== undefined || reachingEndings.some((ending) => id.endsWith(ending))
}

const partsOf = (given: unknown): readonly Readonly<Record<string, unknown>>[] =>
  isObject(given) && Array.isArray(given.parts) ? given.parts.filter(isObject) : []

/** Undefined for a plan that no rule can cover. */
function planIn(given: unknown): BuildPlan | undefined {
  try {
    const plan = readPlan(given, { structures: new Map(), sha256: () => '' })
    return partsOf(given).some(reachesOut) ? undefined : plan
  } catch {
    return undefined
  }
}

const isInside = ({ extent }: BuildPlan, { from, to }: Pick<BuildArea, 'from' | 'to'>): boolean =>
  axes.every((axis) => extent.min[axis] >= from[axis] && extent.max[axis] <= to[axis])

const volumeOf = ({ from, to }: BuildArea): number =>
  axes.reduce((product, axis) => product * (to[axis] - from[axis] + 1), 1)

const plainWorld = (world: string): string => world.replace('minecraft:', '')

/** To 1, 2 or 5 and zeros: 640 is 1,000. */
function roundedUp(blocks: number): number {
  for (let zeros = 1; ; zeros *= 10) for (const digit of [1, 2, 5]) if (digit * zeros >= blocks) return digit * zeros
}

/**
 * Coverage of builds: a rule that allows builds of at most so many blocks inside one area.
 *
 * Guards invariant 3: the rule names the box and the number as a person saw them, and what a plan sets is read from the
 * plan itself, as it is read to be built. A plan that cannot be read is inside nothing; so is one with a structure file,
 * whose blocks are not in its arguments, and one with blocks that have effects outside of the box or that undo cannot
 * restore. At the border of the box a plan may not make way for water and lava.
 */
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import { blockKindOf } from '../build/block-kinds.js'
import { blockIdOf, readBlock, statesOf } from '../build/block-state.js'
import type { BuildPlan, Extent } from '../build/plan.js'
import { readPlan } from '../build/read-plan.js'

export type BuildFact = Extract<ArgumentFact, { kind: 'build' }>
type Limits = Pick<BuildFact, 'world' | 'from' | 'to' | 'blocks'>

const axes = ['x', 'y', 'z'] as const

/** Whether what these arguments build is inside the box, and not more. */
export function isBuildWithin(given: unknown, { world, from, to, blocks }: Limits): boolean {
  const plan = planIn(given)
  return plan !== undefined && plan.most <= blocks && plan.world === world && isInside(given, plan, { from, to })
}

/** The facts of the smallest area that contains the build; undefined when none does. */
export function buildFacts(given: JsonObject, areas: readonly BuildArea[]): readonly ArgumentFact[] | undefined {
  if (areas.length === 0) return undefined
  const plan = planIn(given)
  if (!plan) return undefined
  const [area] = areas
    .filter((one) => plainWorld(one.world) === plainWorld(plan.world) && isInside(given, plan, one))
    .sort((one, other) => volumeOf(one) - volumeOf(other))
  if (!area) return undefined
  const { name, from, to } = area
  return [
    { kind: 'build', at: [], name, world: plan.world, from, to, blocks: roundedUp(plan.most) },
    { kind: 'free', at: [], parameter: 'reason' },
  ]
}

/** Blocks that explode, burn, flow, drain, fall, move or power other blocks, move items, summon, or that lead elsewhere. */
const reaching: ReadonlySet<string> = new Set(
  [
    'tnt respawn_anchor end_crystal',
    'fire soul_fire',
    'ice frosted_ice sea_pickle conduit sponge wet_sponge',
    'sand red_sand suspicious_sand gravel suspicious_gravel anvil chipped_anvil damaged_anvil dragon_egg pointed_dripstone scaffolding',
    'piston sticky_piston piston_head moving_piston redstone_block redstone_torch redstone_wall_torch redstone_wire repeater comparator observer',
    'daylight_detector detector_rail lever target tripwire tripwire_hook trapped_chest lectern sculk_sensor calibrated_sculk_sensor',
    'hopper dropper dispenser crafter',
    'spawner trial_spawner vault sculk_shrieker creaking_heart carved_pumpkin jack_o_lantern wither_skeleton_skull wither_skeleton_wall_skull',
    'nether_portal end_portal end_portal_frame end_gateway',
    'bedrock',
    // As Bedrock names them.
    'flowing_water flowing_lava underwater_tnt bed mob_spawner monster_egg portal concrete_powder piston_arm_collision sticky_piston_arm_collision',
    'unlit_redstone_torch powered_repeater unpowered_repeater powered_comparator unpowered_comparator daylight_detector_inverted lit_redstone_lamp',
    'wooden_button wooden_pressure_plate trip_wire lit_pumpkin skull coral coral_fan coral_fan_dead',
  ].flatMap((names) => names.split(' ').map((name) => `minecraft:${name}`)),
)
/** Beds explode in the Nether, silverfish come out of infested blocks, and corals stand in water of their own. */
const reachingEndings = [
  ...['_bed', '_coral', '_coral_fan', '_coral_wall_fan'],
  ...['_concrete_powder', '_button', '_pressure_plate', 'lightning_rod'],
]
/** Water washes them away, as it does plants. */
const washedEndings = ['torch', 'rail', '_carpet', '_head', '_skull']

/** What a block of a mod does is not known. */
function reachesOut(state: string): boolean {
  const id = blockIdOf(state)
  if (!id.startsWith('minecraft:') || id.startsWith('minecraft:infested_') || reaching.has(id)) return true
  if (reachingEndings.some((ending) => id.endsWith(ending)) || statesOf(state).some(isPowered)) return true
  return blockKindOf(state).liquid !== undefined
}

const isPowered = ([name, value]: readonly [string, string]): boolean =>
  name === 'power' || name === 'redstone_signal' ? value !== '0' : poweredStates.has(name) && value === 'true'

/** Of Java, and with `bit` of Bedrock. */
const poweredStates: ReadonlySet<string> = new Set([
  ...['powered', 'lit', 'powered_bit', 'button_pressed_bit', 'triggered_bit', 'output_lit_bit', 'toggle_bit'],
])

type GivenPart = Readonly<Record<string, unknown>>

/** @throws PartProblem */
const stateOf = ({ block, states }: GivenPart): string => readBlock(block, states)

/** Whether something may flow through what it sets at the border, in or out. */
function opensBorder(part: GivenPart, { min, max }: Extent, { from, to }: Box): boolean {
  const touches = (axis: (typeof axes)[number]) => min[axis] <= from[axis] || max[axis] >= to[axis]
  const state = stateOf(part)
  const isOpen = !blockKindOf(state).isSolid || washedEndings.some((ending) => blockIdOf(state).endsWith(ending))
  if (isOpen) return axes.some(touches)
  // Only these hollow shapes have air at an end: above and below.
  return part.hollow === true && (part.shape === 'cylinder' || part.shape === 'pyramid') && touches('y')
}

const partsOf = (given: unknown): readonly GivenPart[] =>
  isObject(given) && Array.isArray(given.parts) ? given.parts.filter(isObject) : []

/** Undefined for a plan that no rule can cover. */
function planIn(given: unknown): BuildPlan | undefined {
  try {
    const plan = readPlan(given, { structures: new Map(), sha256: () => '' })
    return partsOf(given).some((part) => reachesOut(stateOf(part))) ? undefined : plan
  } catch {
    return undefined
  }
}

type Box = Pick<BuildArea, 'from' | 'to'>

const isInside = (given: unknown, { extent, parts }: BuildPlan, box: Box): boolean =>
  axes.every((axis) => extent.min[axis] >= box.from[axis] && extent.max[axis] <= box.to[axis]) &&
  partsOf(given).every((part, index) => !opensBorder(part, parts[index]?.extent ?? extent, box))

const volumeOf = ({ from, to }: Box): number => axes.reduce((product, axis) => product * (to[axis] - from[axis] + 1), 1)

const plainWorld = (world: string): string => world.replace('minecraft:', '')

/** To 1, 2 or 5 and zeros: 640 is 1,000. */
function roundedUp(blocks: number): number {
  for (let zeros = 1; ; zeros *= 10) for (const digit of [1, 2, 5]) if (digit * zeros >= blocks) return digit * zeros
}

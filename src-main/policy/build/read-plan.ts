/**
 * Read plan: the arguments of a build as a plan within its limits. Pure.
 *
 * Every error names the part, what is wrong and what to change; nothing else is thrown, whatever is given.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { canonical } from '@contract/json/canonical-json.js'
import { cleanLine } from '../text/untrusted-text.js'
import { air, airs, blockIdOf, readBlock, readBlockId, statesOf, stateText } from './block-state.js'
import { PartProblem, PlanProblems, rendered } from './part-problem.js'
import { flag, type GivenPart, isNeutral, memberOf, position, wholeNumber } from './part-values.js'
import { readCopies } from './placed-copies.js'
import type { QuarterTurns } from './placed-structure.js'
import { type BuildPlan, type PlanTools, type Position, planLimits, type Structure } from './plan.js'
import { type PartOptions, PlanBuilder, PlanTooLarge } from './plan-builder.js'
import { shapeKinds } from './shapes.js'

export const maxNameLength = 64
/** Maximum number of blocks that one part may be limited to. */
export const maxOnly = 16
export const maxStructureName = 64

/** The members of any part, whatever its shape. */
const common: ReadonlySet<string> = new Set(['shape', 'name', 'only', 'skipAir', 'mirror', 'repeat'])
const ofStructure: ReadonlySet<string> = new Set(['structure', 'from', 'rotate'])

export const shapeNames: readonly string[] = [...shapeKinds.keys(), 'structure']

const farthest = 30_000_000

/** @param given arguments that match `buildParameters`. @throws GatewayError */
export function readPlan(given: unknown, tools: PlanTools): BuildPlan {
  const call = isObject(given) ? given : {}
  const problems = new PlanProblems()
  const attempt = <Value>(read: () => Value): Value | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof PartProblem)) throw error
      problems.add(error.member, error.message, error.given)
      return undefined
    }
  }
  const name = attempt(() => lineOf(memberOf(call, 'name'), 'name', maxNameLength))
  const world = attempt(() => worldOf(memberOf(call, 'world')))
  const origin = attempt(() => originOf(memberOf(call, 'origin')))
  const givenParts = attempt(() => partsOf(memberOf(call, 'parts')))
  if (name === undefined || world === undefined || !origin || !givenParts) throw problems.toError()

  const builder = new PlanBuilder()
  const reader = new PartReader(builder, origin, tools)
  const normal: unknown[] = []
  for (const [index, part] of givenParts.entries()) {
    try {
      normal.push(reader.read(part, index))
    } catch (error) {
      if (!(error instanceof PartProblem)) throw error
      problems.addPart(index, partName(part, index), error)
      if (error instanceof PlanTooLarge) break
    }
  }
  if (!problems.isEmpty) throw problems.toError()
  const built = attempt(() => builder.volume())
  if (!built) throw problems.toError()
  const hash = tools.sha256(canonical({ name, world, origin, parts: normal }))
  return {
    name,
    world,
    parts: builder.parts,
    extent: built.extent,
    most: builder.most,
    hash,
    tiles: built.volume.tiles,
    draw: (box, before, isDrawn) => built.volume.draw(box, before, isDrawn),
    layers: (tile) => built.volume.layers(tile),
  }
}

/**
 * Checks that a plan is within the height of its world, whose blocks are at `min` to `max`.
 *
 * @throws GatewayError that names the first part outside
 */
export function checkHeight({ parts }: BuildPlan, min: number, max: number): void {
  for (const [index, { name, extent }] of parts.entries()) {
    const above = extent.max.y - max
    const below = min - extent.min.y
    if (above <= 0 && below <= 0) continue
    const where = above > 0 ? `reaches y ${extent.max.y}` : `begins at y ${extent.min.y}`
    const change = above > 0 ? `Lower it by ${above}.` : `Raise it by ${below}.`
    throw new GatewayError('BUSINESS.INVALID_LOCATION', {
      message: `Part ${index + 1} (${name}) ${where}, but this world has blocks from y ${min} to y ${max}.`,
      suggestion: `${change} You can change the y of \`origin\` for the whole build.`,
      details: { part: index + 1, min, max },
    })
  }
}

class PartReader {
  readonly #builder: PlanBuilder
  readonly #origin: Position
  readonly #tools: PlanTools

  constructor(builder: PlanBuilder, origin: Position, tools: PlanTools) {
    this.#builder = builder
    this.#origin = origin
    this.#tools = tools
  }

  /** @returns what its hash covers. @throws PartProblem */
  read(given: unknown, index: number): unknown {
    if (!isObject(given)) {
      throw new PartProblem('', 'it must be an object such as {"shape": "box", …}.', given)
    }
    const shape = memberOf(given, 'shape')
    const options = (): PartOptions => {
      const only = readOnly(memberOf(given, 'only'))
      return {
        name: partName(given, index),
        copies: readCopies(given, this.#origin),
        skipsAir: flag(memberOf(given, 'skipAir'), 'skipAir'),
        ...(only && { only }),
      }
    }
    if (shape === 'structure') {
      requireMembers(given, shape, ofStructure)
      const { structure, hash } = this.#structure(memberOf(given, 'structure'))
      const from = position(memberOf(given, 'from'), 'from')
      this.#builder.addStructure(structure, from, turnsOf(memberOf(given, 'rotate')), options())
      return { ...normalized(given), content: hash }
    }
    const kind = typeof shape === 'string' ? shapeKinds.get(shape) : undefined
    if (!kind) {
      const known = shapeNames.join(', ')
      const what = shape === undefined ? '`shape` is missing' : `there is no shape ${rendered(shape)}`
      throw new PartProblem('shape', `${what}. Use one of: ${known}.`, shape)
    }
    requireMembers(given, String(shape), new Set([...kind.members, 'block', 'states']))
    const block = readBlock(memberOf(given, 'block'), memberOf(given, 'states'))
    const read = kind.read(given, blockIdOf(block))
    const whole = stateText(blockIdOf(block), [...new Map([...statesOf(block), ...Object.entries(read.states ?? {})])])
    this.#builder.addShape(read, whole, options())
    const { states: _states, ...rest } = normalized(given)
    return { ...rest, block: whole }
  }

  #structure(name: unknown): { readonly structure: Structure; readonly hash: string } {
    const found = typeof name === 'string' ? this.#tools.structures.get(name) : undefined
    if (found) return { structure: found, hash: found.hash }
    const known = (this.#tools.structureNames ?? [...this.#tools.structures.keys()]).slice(0, 20)
    const there =
      known.length > 0
        ? `Use one of: ${known.join(', ')}.`
        : 'The owner has added none. They can add one in Gatehouse, in the settings of this server.'
    const what = name === undefined ? '`structure` is missing' : `there is no structure file ${rendered(name)}`
    throw new PartProblem('structure', `${what}. ${there}`, name)
  }
}

const isObject = (value: unknown): value is GivenPart =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One line for people. @throws PartProblem */
function lineOf(value: unknown, member: string, most: number): string {
  const line = typeof value === 'string' ? cleanLine(value, most) : ''
  if (line !== '') return line
  throw new PartProblem(member, `\`${member}\` is missing. Add a short name such as "Oak hut".`, value)
}

/** The provider knows which worlds there are. @throws PartProblem */
function worldOf(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= 128) return value
  throw new PartProblem('world', '`world` is missing. Add the name of a world, for example "world".', value)
}

/** @throws PartProblem */
function originOf(value: unknown): Position {
  if (value === undefined) {
    throw new PartProblem('origin', '`origin` is missing. Add where the build is in the world: "origin": [x, y, z].')
  }
  const { x, y, z } = position(value, 'origin', farthest)
  return { x, y: wholeNumber(y, 'origin', -2_048, 4_096), z }
}

/** @throws PartProblem */
function partsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new PartProblem('parts', '`parts` must be a list with at least one part.', value)
  }
  if (value.length <= planLimits.parts) return value
  throw new PartProblem(
    'parts',
    `the plan has ${value.length} parts. At most ${planLimits.parts} are possible. Use larger shapes or \`repeat\`.`,
  )
}

function partName(given: unknown, index: number): string {
  if (!isObject(given)) return `part ${index + 1}`
  const [name, shape] = [memberOf(given, 'name'), memberOf(given, 'shape')]
  const own = typeof name === 'string' ? cleanLine(name, maxNameLength) : ''
  if (own !== '') return own
  return `${typeof shape === 'string' && shapeNames.includes(shape) ? shape : 'part'} ${index + 1}`
}

/** A member of another shape says something that the part would not do. @throws PartProblem */
function requireMembers(given: GivenPart, shape: string, own: ReadonlySet<string>): void {
  for (const [member, value] of Object.entries(given)) {
    if (own.has(member) || common.has(member) || isNeutral(value)) continue
    throw new PartProblem(
      member,
      `the shape ${shape} has no \`${cleanLine(member, 32)}\`. Leave it out. It has: ${[...own].join(', ')}.`,
      value,
    )
  }
}

/** @throws PartProblem */
function readOnly(value: unknown): ReadonlySet<string> | undefined {
  if (isNeutral(value)) return undefined
  if (!Array.isArray(value) || value.length > maxOnly) {
    throw new PartProblem(
      'only',
      `\`only\` must be a list of at most ${maxOnly} block ids, for example ["minecraft:air"].`,
      value,
    )
  }
  const ids = new Set(value.map((id: unknown) => readBlockId(id, 'only')))
  if (ids.has(air)) for (const other of airs) ids.add(other)
  return ids
}

/** @throws PartProblem */
function turnsOf(value: unknown): QuarterTurns {
  const turns = value === undefined ? 0 : [0, 90, 180, 270].indexOf(value as number)
  if (turns >= 0) return turns as QuarterTurns
  throw new PartProblem('rotate', `\`rotate\` must be 0, 90, 180 or 270, not ${rendered(value)}.`, value)
}

/** What a part says, without what says nothing. */
const normalized = (given: GivenPart): GivenPart =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => !isNeutral(value)))

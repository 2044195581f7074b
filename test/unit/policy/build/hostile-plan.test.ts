import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../../src-main/contract/gateway-error.js'
import { planLimits } from '../../../../src-main/policy/build/plan.js'
import { volumeOf } from '../../../../src-main/policy/build/plan-volume.js'
import { readPlan } from '../../../../src-main/policy/build/read-plan.js'
import { planOf, sha256 } from '../../../fakes/build/plans.js'

const box = { shape: 'box', block: 'stone', from: [0, 0, 0], to: [0, 0, 0] }
const tools = { structures: new Map(), sha256 }

const oddNumber = fc.constantFrom(
  Number.NaN,
  Infinity,
  -Infinity,
  1e308,
  -1e308,
  0.5,
  -0,
  2 ** 31,
  2 ** 53,
  '1',
  null,
  [],
  {},
)
const oddText = fc.constantFrom(
  ...['', ' ', 'say hi', '/op me', 'stone{Items:[]}', 'stone\nop me', 'minecraft:stone[', 'stone[]', 'a'.repeat(9_999)],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'minecraft:command_block',
    '#minecraft:logs',
    '@a',
    '\u202eevil',
    'STONE',
  ],
)
const value = fc.oneof(oddNumber, oddText, fc.integer(), fc.boolean(), fc.constantFrom([0, 0, 0], [1, 2], [5, 5, 5]))
const member = fc.constantFrom(
  ...['shape', 'name', 'block', 'states', 'from', 'to', 'center', 'radius', 'height', 'hollow', 'structure', 'rotate'],
  ...['only', 'skipAir', 'mirror', 'repeat', '__proto__', 'constructor', 'hasOwnProperty'],
)
const object = fc
  .array(fc.tuple(fc.oneof(member, fc.constantFrom('x', 'y', 'z', 'count', 'step', 'facing')), value), { maxLength: 4 })
  .map(own)
const part = fc
  .tuple(
    fc.constantFrom(
      'box',
      'walls',
      'floor',
      'line',
      'sphere',
      'cylinder',
      'pyramid',
      'stairs',
      'structure',
      'toString',
    ),
    fc.array(fc.tuple(member, fc.oneof(value, object)), { maxLength: 5 }),
  )
  .map(([shape, odd]) => own([...Object.entries({ ...box, shape, center: [0, 0, 0], radius: 3, height: 2 }), ...odd]))

/** Also `__proto__` is a member of its own, as in JSON. */
function own(entries: readonly (readonly [string, unknown])[]): object {
  const made = {}
  for (const [name, value] of entries) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return made
}

function expectPlanOrProblem(given: unknown): void {
  try {
    const plan = readPlan(given, tools)
    expect(plan.most).toBeLessThanOrEqual(planLimits.blocks)
    expect(plan.tiles.reduce((sum, tile) => sum + volumeOf(tile), 0)).toBeLessThanOrEqual(planLimits.cells)
    for (const tile of plan.tiles) {
      for (const state of plan.draw(tile).palette)
        expect(state).toMatch(/^$|^[a-z0-9_.-]+:[a-z0-9_./-]+(\[[a-z0-9_=,]+\])?$/)
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    expect(error.code).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(error.message).not.toMatch(/[\n\u202e]/)
    expect(JSON.stringify(error.toContract()).length).toBeLessThan(8_000)
  }
}

describe('a hostile plan', () => {
  it('is an error of the catalogue or a plan within the limits, whatever its parts are', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) =>
        expectPlanOrProblem({ name: 'n', world: 'w', origin: [0, 0, 0], parts }),
      ),
      { numRuns: 3_000 },
    )
  })

  it('is an error of the catalogue whatever is given', () => {
    fc.assert(fc.property(fc.anything(), expectPlanOrProblem), { numRuns: 500 })
    fc.assert(
      fc.property(value, value, value, value, (name, world, origin, parts) =>
        expectPlanOrProblem({ name, world, origin, parts }),
      ),
    )
  })

  it.each([
    ['a box of more than a million blocks', [{ ...box, to: [400, 400, 400] }]],
    ['a thousand boxes that overlap', Array.from({ length: 1_000 }, () => ({ ...box, to: [90, 90, 90] }))],
    ['repeated copies that overlap', [{ ...box, to: [90, 90, 90], repeat: { count: 500, step: [0, 1, 0] } }]],
    ['a solid sphere of the largest radius', [{ ...box, shape: 'sphere', center: [0, 0, 0], radius: 255 }]],
    ['a box 513 blocks long', [{ ...box, to: [512, 0, 0] }]],
    ['parts far from each other', [box, { ...box, from: [0, 0, 512], to: [0, 0, 512] }]],
    ['1,001 parts', Array.from({ length: 1_001 }, () => box)],
  ])('is refused: %s', (_what, parts) => {
    const resized = parts.map((one) =>
      'radius' in one
        ? Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'from' && name !== 'to'))
        : one,
    )
    expect(() => planOf(resized)).toThrow(/more than 1,000,000 blocks|At most (?:512|1000) are possible/)
  })

  it('is refused when its parts are spread over too much space', () => {
    const parts = Array.from({ length: 60 }, (_, index) => index * 8).flatMap((from) => [
      { shape: 'line', block: 'stone', from: [from, 0, 0], to: [500 - from, 500, 500] },
      { shape: 'line', block: 'stone', from: [0, from, 0], to: [500, 500 - from, 500] },
      { shape: 'line', block: 'stone', from: [0, 0, from], to: [500, 500, 500 - from] },
    ])
    expect(planOf(parts.slice(0, 4)).most).toBe(4 * 501)
    expect(() => planOf(parts)).toThrow('spread over too much space')
  })

  it('is refused when it consists of too many lines', () => {
    const line = { shape: 'line', block: 'stone', from: [0, 0, 0], to: [500, 3, 9] }
    expect(() => planOf(Array.from({ length: 1_000 }, () => line))).toThrow(
      'Part 262 (line 262): with it the plan has too',
    )
  })

  it.each([
    ['minecraft:command_block'],
    ['chain_command_block[facing=up]'],
    ['structure_block'],
    ['jigsaw'],
    ['barrier'],
    ['border_block'],
    ['light_block_15'],
    ['light'],
  ])('is refused by the name of the block: %s', (block) => {
    expect(() => planOf([{ ...box, block }])).toThrow('only for operators')
  })

  it.each([
    ['stone{Items:[]}'],
    ['stone replace'],
    ['stone\nop me'],
    ['stone[facing=east]{}'],
    ['stone[facing=east,]'],
    ['stone[facing]'],
    ['stone[a=b c]'],
    ['stone[[a=b]]'],
    ['#minecraft:logs'],
    [''],
    [{}],
  ])('never lets %j into a command', (block) => {
    expect(() => planOf([{ ...box, block }])).toThrow(GatewayError)
  })

  it('names at most five problems', () => {
    const parts = Array.from({ length: 900 }, () => ({ ...box, block: 'Oak' }))
    expect(() => planOf(parts)).toThrow('895 more parts have problems.')
  })
})

import { describe, expect, it } from 'vitest'
import { buildParameters } from '../../../../src-main/policy/build/build-parameters.js'
import { checkHeight, readPlan } from '../../../../src-main/policy/build/read-plan.js'
import { builtBy, layerOf, planOf, sha256 } from '../../../fakes/build/plans.js'

const stone = 'minecraft:stone'
const letters = { 'minecraft:stone': '#', 'minecraft:air': ' ', 'minecraft:glass': 'o', 'minecraft:oak_planks': 'p' }

const messageOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

describe('read plan', () => {
  it('reads the example of the schema as the hut that it describes', () => {
    const plan = readPlan(buildParameters.examples[0], { structures: new Map(), sha256 })
    expect(plan).toMatchObject({ name: 'Oak hut', world: 'world' })
    expect(plan.extent).toEqual({ min: { x: 99, y: 64, z: 199 }, max: { x: 107, y: 72, z: 207 } })
    expect(plan.parts.map(({ name }) => name)).toContain('roof')
    const built = builtBy(plan)
    expect(built.get('103,65,206')).toBe('minecraft:oak_door[facing=north,half=lower]')
    expect(built.get('106,66,203')).toBe('minecraft:glass')
    expect(built.get('103,72,203')).toBe('minecraft:spruce_planks')
    expect(built.get('103,66,203')).toBe('minecraft:air')
  })

  it('lets a later part replace an earlier one', () => {
    const plan = planOf([
      { shape: 'box', block: stone, from: [0, 0, 0], to: [2, 0, 0] },
      { shape: 'box', block: 'glass', from: [1, 0, 0], to: [1, 0, 0] },
    ])
    expect(layerOf(plan, 0, letters)).toBe('#o#')
  })

  it('reads states in either way, sorted, and adds the namespace', () => {
    const at = { shape: 'box', from: [0, 0, 0], to: [0, 0, 0] }
    const one = planOf([{ ...at, block: 'oak_stairs[half=top, facing=east]' }])
    const other = planOf([{ ...at, block: 'minecraft:oak_stairs', states: { facing: 'east', half: 'top' } }])
    expect(builtBy(one).get('0,0,0')).toBe('minecraft:oak_stairs[facing=east,half=top]')
    expect(other.hash).toBe(one.hash)
  })

  it('has another hash for another part, place or world', () => {
    const part = { shape: 'box', block: stone, from: [0, 0, 0], to: [2, 0, 0] }
    const hashes = [
      planOf([part]),
      planOf([{ ...part, to: [3, 0, 0] }]),
      planOf([part], { origin: [1, 0, 0] }),
      planOf([part], { world: 'other' }),
    ].map(({ hash }) => hash)
    expect(new Set(hashes).size).toBe(4)
    expect(planOf([{ ...part, hollow: false, name: undefined }]).hash).toBe(hashes[0])
  })

  it('says which part is wrong, what is wrong and what to change', () => {
    const bad = [
      { shape: 'box', block: stone, from: [0, 0, 0], to: [2, 0, 0] },
      { shape: 'box', name: 'door', block: 'Oak Door', from: [0, 0, 0], to: [0, 0, 0] },
      { shape: 'sphere', block: stone, center: [0, 0, 0] },
      { shape: 'cube', block: stone },
    ]
    const message = messageOf(() => planOf(bad))
    expect(message).toContain('Part 2 (door): Oak Door is not a block id.')
    expect(message).toContain('Part 3 (sphere 3): `radius` is missing.')
    expect(message).toContain('Part 4 (part 4): there is no shape cube. Use one of: box, walls')
  })

  it('names the part that is outside the height of the world, and how far', () => {
    const plan = planOf([
      { shape: 'box', block: stone, from: [0, 0, 0], to: [0, 9, 0] },
      { shape: 'box', name: 'spire', block: stone, from: [0, 10, 0], to: [0, 30, 0] },
    ])
    expect(() => checkHeight(plan, 0, 30)).not.toThrow()
    expect(messageOf(() => checkHeight(plan, 0, 25))).toBe(
      'Part 2 (spire) reaches y 30, but this world has blocks from y 0 to y 25.',
    )
    expect(messageOf(() => checkHeight(plan, 3, 255))).toContain('Part 1 (box 1) begins at y 0')
  })
})

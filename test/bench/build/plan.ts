/**
 * A plan of a build: read, and drawn tile by tile. The blocks before the build are given, as in a real build.
 *
 * Floor: memory of the same size is filled, as a plan of one box does at best.
 */
import { createHash } from 'node:crypto'
import type { BuildPlan, Cells, Extent } from '../../../src-main/policy/build/plan.js'
import { volumeOf } from '../../../src-main/policy/build/plan-volume.js'
import { readPlan } from '../../../src-main/policy/build/read-plan.js'
import { alternately, cost, median, printFigures, sized } from '../contract/timing.js'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A town of huts with hollow towers: walls, roofs, stairs, and trees that only replace air. */
function townOf(huts: number, width: number): object {
  const parts = Array.from({ length: huts }, (_, index) => {
    const [x, z] = [(index % 6) * (width + 4), Math.floor(index / 6) * (width + 4)]
    const end = [x + width, 8, z + width]
    return [
      { shape: 'box', block: 'minecraft:stone_bricks', from: [x, 0, z], to: end, hollow: true },
      { shape: 'pyramid', block: 'spruce_planks', from: [x, 9, z], to: [x + width, 40, z + width] },
      { shape: 'stairs', block: 'oak_stairs', from: [x + 2, 1, z + 2], to: [x + 4, 6, z + 7] },
      {
        shape: 'cylinder',
        block: 'bricks',
        center: [x + 9, 0, z + 9],
        radius: 7,
        height: 30,
        hollow: true,
        skipAir: true,
      },
      { shape: 'sphere', block: 'oak_leaves[persistent=true]', center: [x, 14, z], radius: 5, only: ['minecraft:air'] },
    ]
  }).flat()
  return { name: 'Town', world: 'world', origin: [0, 64, 0], parts }
}

/** A box of exactly so many blocks. */
const boxOf = (x: number, y: number, z: number): object => ({
  name: 'Box',
  world: 'world',
  origin: [0, 64, 0],
  parts: [{ shape: 'box', block: 'minecraft:stone', from: [0, 0, 0], to: [x - 1, y - 1, z - 1] }],
})

const read = (given: object): BuildPlan => readPlan(given, { structures: new Map(), sha256 })

const worldIn = (box: Extent): Cells => ({ palette: ['minecraft:air'], indices: new Uint16Array(volumeOf(box)) })

/** Blocks that were set. */
function draw(plan: BuildPlan, worlds: readonly Cells[]): number {
  let set = 0
  plan.tiles.forEach((tile, index) => {
    for (const part of plan.draw(tile, worlds[index]).parts) if (part > 0) set++
  })
  return set
}

const rounds = sized({ full: 15, quick: 5, once: 1 })
const cases = {
  'a box of 262,144 blocks': boxOf(64, 64, 64),
  'a box of 1,000,000 blocks': boxOf(100, 100, 100),
  'a town of 150 parts': townOf(30, 30),
}
const figures = []
for (const [what, given] of Object.entries(cases)) {
  const plan = read(given)
  const worlds = plan.tiles.map(worldIn)
  const blocks = draw(plan, worlds)
  const taken = await alternately(rounds, {
    read: () => read(given),
    draw: () => draw(plan, worlds),
    floor: () => new Uint16Array(2 * plan.most).fill(1).reduce((sum, one) => sum + one, 0),
  })
  const floor = median(taken.floor.processor)
  figures.push(cost(`${what}: read`, 'ms', median(taken.read.processor)))
  figures.push(
    cost(`${what}: drawn in ${plan.tiles.length} tiles (${blocks} blocks)`, 'ms', median(taken.draw.processor), floor),
  )
}
printFigures(figures)

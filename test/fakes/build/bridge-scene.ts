/** Build scene: a river with a hut, and the bridge with a tower that an AI wants in its place, as the painter draws them. */
import type { Turn } from '@shared/build/build-preview.js'
import { paint } from '../../../src-main/painter/paint.js'

const size = { x: 34, y: 26, z: 26 }
const from = { x: 118, y: 60, z: -72 }
type Range = readonly [from: number, to: number]

class Blocks {
  readonly #numbers = new Map([['', 0]])
  readonly #indices = new Uint16Array(size.x * size.y * size.z)

  box([x0, x1]: Range, [y0, y1]: Range, [z0, z1]: Range, state: string): void {
    const number = this.#numbers.get(state) ?? this.#numbers.size
    this.#numbers.set(state, number)
    for (let y = y0; y <= y1; y += 1)
      for (let z = z0; z <= z1; z += 1)
        for (let x = x0; x <= x1; x += 1) this.#indices[(y * size.z + z) * size.x + x] = number
  }

  at(x: number, y: number, z: number, state: string): void {
    this.box([x, x], [y, y], [z, z], state)
  }

  tree(x: number, z: number, high: number): void {
    this.box([x - 1, x + 1], [high + 2, high + 3], [z - 1, z + 1], 'minecraft:oak_leaves')
    this.at(x, high + 4, z, 'minecraft:oak_leaves')
    this.box([x, x], [4, high + 2], [z, z], 'minecraft:oak_log[axis=y]')
  }

  painted(turn: Turn) {
    const scene = { from, size, palette: [...this.#numbers.keys()], indices: this.#indices }
    return paint(scene, { turn, maxWidth: 1_212, maxHeight: 560 })
  }
}

function land(): Blocks {
  const blocks = new Blocks()
  const [wide, deep] = [[0, size.x - 1] as const, [0, size.z - 1] as const]
  blocks.box(wide, [0, 1], deep, 'minecraft:stone')
  blocks.box(wide, [2, 2], deep, 'minecraft:dirt')
  blocks.box(wide, [3, 3], deep, 'minecraft:grass_block[snowy=false]')
  for (let z = 0; z < size.z; z += 1) {
    const x = 15 + Math.round(Math.sin(z / 5) * 1.5)
    blocks.box([x, x + 7], [2, 3], [z, z], 'minecraft:water[level=0]')
    for (const bank of [x - 1, x + 8]) blocks.at(bank, 3, z, 'minecraft:sand')
  }
  const trees = [
    [3, 4, 5],
    [30, 4, 6],
    [28, 21, 5],
    [5, 22, 6],
    [10, 2, 5],
  ] as const
  for (const [x, z, high] of trees) blocks.tree(x, z, high)
  blocks.box([5, 9], [4, 6], [12, 16], 'minecraft:oak_planks')
  blocks.box([6, 8], [4, 6], [13, 15], '')
  blocks.box([4, 10], [7, 7], [11, 17], 'minecraft:spruce_planks')
  blocks.box([5, 9], [8, 8], [12, 16], 'minecraft:spruce_planks')
  return blocks
}

function bridge(): Blocks {
  const blocks = land()
  blocks.box([4, 11], [4, 19], [11, 18], '')
  blocks.box([5, 11], [4, 17], [11, 17], 'minecraft:stone_bricks')
  blocks.box([6, 10], [4, 17], [12, 16], '')
  for (const y of [6, 7, 12, 13]) {
    blocks.at(8, y, 17, 'minecraft:glass')
    blocks.at(11, y, 14, 'minecraft:glass')
  }
  for (const step of [0, 1, 2, 3])
    blocks.box([4 + step, 12 - step], [18 + step, 18 + step], [10 + step, 18 - step], 'minecraft:bricks')
  blocks.box([12, 27], [5, 5], [12, 16], 'minecraft:oak_planks')
  for (const z of [12, 16]) blocks.box([12, 27], [6, 6], [z, z], 'minecraft:stone_brick_wall')
  for (const x of [14, 20, 26]) {
    blocks.box([x, x], [2, 4], [13, 15], 'minecraft:stone_bricks')
    for (const z of [12, 16]) blocks.at(x, 7, z, 'minecraft:glowstone')
  }
  return blocks
}

const base64 = (png: Uint8Array): string => Buffer.from(png).toString('base64')

/** For each turn, what `build-pictures.json` holds. */
export const drawnBuild = () =>
  ([0, 1, 2, 3] as const).map((turn) => {
    const { png, ...after } = bridge().painted(turn)
    return { ...after, before: base64(land().painted(turn).png), after: base64(png) }
  })

/**
 * Pictures of places as people know them, kept by the hash of their pixels: who changes how blocks look sees that more
 * than they meant has changed. `GATEHOUSE_PICTURES=FOLDER` writes them, to be looked at.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { dyes, woods } from '../../../src-main/painter/blocks/colour-facts.js'
import { BuiltScene, painted } from '../../fixtures/scene.js'

const folder = process.env.GATEHOUSE_PICTURES

function kept(name: string, { picture, png }: ReturnType<typeof painted>): string {
  if (folder) mkdirSync(folder, { recursive: true })
  if (folder) writeFileSync(path.join(folder, `${name.replaceAll(' ', '-')}.png`), png)
  return createHash('sha256').update(picture.bytes).digest('hex').slice(0, 16)
}

function meadow(size: readonly [number, number, number]): BuiltScene {
  const [x, , z] = size
  return new BuiltScene(size)
    .fill([0, 0, 0], [x - 1, 0, z - 1], 'stone')
    .fill([0, 1, 0], [x - 1, 2, z - 1], 'dirt')
    .fill([0, 3, 0], [x - 1, 3, z - 1], 'grass_block[snowy=false]')
}

function plant(scene: BuiltScene, x: number, z: number, wood: string): void {
  scene
    .fill([x - 2, 6, z - 2], [x + 2, 7, z + 2], `${wood}_leaves`)
    .fill([x - 1, 8, z - 1], [x + 1, 8, z + 1], `${wood}_leaves`)
    .fill([x, 4, z], [x, 6, z], `${wood}_log[axis=y]`)
}

function bridge(): BuiltScene {
  const scene = meadow([24, 12, 24])
  scene.fill([0, 2, 9], [23, 2, 14], 'sand').fill([0, 3, 9], [23, 3, 14], 'water[level=0]')
  plant(scene, 4, 4, 'oak')
  plant(scene, 18, 5, 'birch')
  plant(scene, 5, 19, 'spruce')
  plant(scene, 19, 19, 'cherry')
  scene.fill([10, 4, 6], [13, 4, 17], 'stone_bricks')
  scene.fill([10, 5, 6], [10, 5, 17], 'stone_brick_wall').fill([13, 5, 6], [13, 5, 17], 'stone_brick_wall')
  for (const z of [6, 17]) scene.set([10, 6, z], 'lantern').set([13, 6, z], 'lantern')
  scene.fill([11, 4, 5], [12, 4, 5], 'stone_brick_stairs[facing=south,half=bottom]')
  scene.fill([11, 4, 18], [12, 4, 18], 'stone_brick_stairs[facing=north,half=bottom]')
  return scene
    .set([3, 4, 12], 'air')
    .set([15, 4, 20], 'poppy')
    .set([8, 4, 21], 'short_grass')
    .set([9, 4, 20], 'dandelion')
}

function house(): BuiltScene {
  const scene = meadow([15, 14, 14])
  scene.fill([3, 4, 3], [11, 7, 10], 'oak_planks').fill([4, 4, 4], [10, 7, 9], 'air')
  for (const x of [3, 11]) for (const z of [3, 10]) scene.fill([x, 4, z], [x, 7, z], 'spruce_log[axis=y]')
  scene.fill([5, 5, 10], [6, 6, 10], 'glass_pane').fill([8, 5, 10], [9, 6, 10], 'glass_pane')
  scene.set([11, 4, 6], 'spruce_door[facing=west,half=lower]').set([11, 5, 6], 'spruce_door[facing=west,half=upper]')
  for (let step = 0; step < 5; step++) {
    scene.fill([2, 8 + step, 2 + step], [12, 8 + step, 2 + step], 'brick_stairs[facing=south,half=bottom]')
    scene.fill([2, 8 + step, 11 - step], [12, 8 + step, 11 - step], 'brick_stairs[facing=north,half=bottom]')
    if (step > 0) scene.fill([11, 7 + step, 2 + step], [11, 7 + step, 11 - step], 'oak_planks')
  }
  scene.fill([14, 4, 0], [14, 4, 13], 'oak_fence').set([14, 4, 6], 'oak_fence_gate[facing=east,open=true]')
  return scene
    .set([12, 6, 5], 'wall_torch[facing=east]')
    .set([12, 4, 9], 'chest[facing=east]')
    .fill([0, 4, 12], [12, 4, 12], 'rail[shape=east_west]')
}

function rows(names: readonly string[], columns: number): BuiltScene {
  const depth = Math.ceil(names.length / columns)
  const scene = new BuiltScene([columns * 2 + 1, 2, depth * 2 + 1]).fill(
    [0, 0, 0],
    [columns * 2, 0, depth * 2],
    'white_concrete',
  )
  for (const [at, name] of names.entries())
    scene.set([(at % columns) * 2 + 1, 1, Math.floor(at / columns) * 2 + 1], name)
  return scene
}

const dyed = ['wool', 'concrete', 'terracotta', 'stained_glass', 'carpet', 'bed'].flatMap((kind) =>
  Object.keys(dyes).map((dye) => `${dye}_${kind}`),
)
const wooden = ['planks', 'log[axis=x]', 'leaves', 'stairs', 'slab', 'fence', 'door', 'sign'].flatMap((part) =>
  Object.keys(woods).map((wood) => `${wood}_${part}`),
)

const pictures = [
  { name: 'a bridge over a river', scene: bridge, turn: 0, hash: 'd381ec8b7c6768b2' },
  { name: 'the bridge from the south-west', scene: bridge, turn: 1, hash: '038667444d3401a4' },
  { name: 'a house with a roof', scene: house, turn: 0, hash: 'e6e12355364dd699' },
  { name: 'the house from the north-east', scene: house, turn: 3, hash: '897c178c1fd60dbf' },
  { name: 'what is dyed', scene: () => rows(dyed, 16), turn: 0, hash: '66d1a69a7b98fbbf' },
  { name: 'what is of wood', scene: () => rows(wooden, 14), turn: 0, hash: '4755015716602b86' },
] as const

describe('pictures', () => {
  it.each(pictures)('shows $name', ({ name, scene, turn, hash }) => {
    const picture = painted(scene(), { turn })
    expect(kept(name, picture)).toBe(hash)
    expect(picture.png.length).toBeLessThan(150_000)
  })
})

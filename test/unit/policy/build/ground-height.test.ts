import { expect, it } from 'vitest'
import { groundHeight } from '../../../../src-main/policy/build/ground-height.js'

const size = { x: 9, y: 10, z: 9 }
const from = { x: 100, y: 60, z: -20 }
const palette = ['', 'minecraft:stone', 'minecraft:oak_log', 'minecraft:water[level=0]', 'minecraft:short_grass']

/** @param blockAt index in the palette, by steps from the lowest corner */
const place = (blockAt: (x: number, y: number, z: number) => number) => {
  const indices = new Uint16Array(size.x * size.y * size.z)
  for (let y = 0; y < size.y; y++)
    for (let z = 0; z < size.z; z++)
      for (let x = 0; x < size.x; x++) indices[(y * size.z + z) * size.x + x] = blockAt(x, y, z)
  return { from, size, palette, indices }
}

const build = (low: number, high: number) => ({
  min: { x: 103, y: low, z: -17 },
  max: { x: 105, y: high, z: -15 },
})

it('is the top of the ground beside a build, also where its foundation goes deeper', () => {
  const flat = place((_x, y) => (y < 4 ? 1 : y === 4 ? 4 : 0))
  expect(groundHeight(flat, build(64, 68))).toBe(64)
  expect(groundHeight(flat, build(61, 68))).toBe(64)
})

it('does not follow trees, and counts the surface of water', () => {
  const trunk = place((x, y) => (y < 4 || (x === 2 && y < 9) ? (y < 4 ? 1 : 2) : 0))
  expect(groundHeight(trunk, build(62, 68))).toBe(64)
  const lake = place((_x, y) => (y < 2 ? 1 : y < 5 ? 3 : 0))
  expect(groundHeight(lake, build(61, 68))).toBe(65)
})

it('is never below the build, nor above it', () => {
  const deep = place((_x, y) => (y < 2 ? 1 : 0))
  expect(groundHeight(deep, build(66, 68))).toBe(66)
  expect(
    groundHeight(
      place(() => 0),
      build(66, 68),
    ),
  ).toBe(66)
  expect(
    groundHeight(
      place(() => 1),
      build(62, 64),
    ),
  ).toBe(65)
})

it('looks only at what is in the picture', () => {
  const flat = place((_x, y) => (y < 4 ? 1 : 0))
  expect(groundHeight(flat, { min: { x: 90, y: 61, z: -40 }, max: { x: 120, y: 90, z: 0 } })).toBe(61)
})

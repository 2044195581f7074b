import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillsOf } from '../../../../src-main/policy/build/fills.js'
import type { Drawn } from '../../../../src-main/policy/build/plan.js'

const side = fc.integer({ min: 1, max: 6 })

it('sets every block of what is drawn once, and no other', () => {
  const cells = fc.tuple(side, side, side).chain(([x, y, z]) =>
    fc.record({
      size: fc.constant({ x, y, z }),
      numbers: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: x * y * z, maxLength: x * y * z }),
    }),
  )
  fc.assert(
    fc.property(cells, ({ size, numbers }) => {
      const palette = ['a', 'b', 'c']
      const drawn: Drawn = {
        palette,
        indices: Uint16Array.from(numbers, (number) => Math.max(0, number)),
        parts: Uint16Array.from(numbers, (number) => (number < 0 ? 0 : 1)),
      }
      const min = { x: -2, y: 60, z: 7 }
      const max = { x: min.x + size.x - 1, y: min.y + size.y - 1, z: min.z + size.z - 1 }
      const set = new Array<string | undefined>(numbers.length)
      for (const { box, state } of fillsOf(drawn, { min, max }))
        for (let y = box.min.y; y <= box.max.y; y++)
          for (let z = box.min.z; z <= box.max.z; z++)
            for (let x = box.min.x; x <= box.max.x; x++) {
              const index = ((y - min.y) * size.z + (z - min.z)) * size.x + (x - min.x)
              expect(set[index]).toBeUndefined()
              set[index] = state
            }
      expect([...set]).toEqual(numbers.map((number) => palette[number]))
    }),
  )
})

it('sets a room of one block with one fill', () => {
  const count = 32 * 32 * 32
  const drawn = { palette: ['stone'], indices: new Uint16Array(count), parts: new Uint16Array(count).fill(1) }
  const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 31, y: 31, z: 31 } }
  expect(fillsOf(drawn, box)).toEqual([{ box, state: 'stone' }])
})

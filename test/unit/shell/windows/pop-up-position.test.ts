import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampedTo, positionIn, type ScreenArea } from '../../../../src-main/shell/windows/pop-up-position.js'
import { forAll } from '../../../fixtures/properties.js'

const anyArea = fc.record({
  x: fc.integer({ min: -8_000, max: 8_000 }),
  y: fc.integer({ min: -8_000, max: 8_000 }),
  width: fc.integer({ min: 480, max: 5_120 }),
  height: fc.integer({ min: 240, max: 2_880 }),
})

const isInside = (area: ScreenArea, { x, y, width, height }: ScreenArea): boolean =>
  x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height

describe('the position of the pop-up', () => {
  it('is the upper right corner of the screen, beside the bars', () => {
    expect(positionIn({ x: 1_920, y: 30, width: 1_280, height: 770 }, { width: 440, height: 420 })).toEqual({
      x: 2_744,
      y: 46,
      width: 440,
      height: 420,
    })
  })

  it('is fully visible on every screen, however high its question is', () =>
    forAll(anyArea, fc.integer({ min: 1, max: 4_000 }), (area, height) =>
      isInside(area, positionIn(area, { width: 440, height })),
    ))

  it('becomes visible again when its screen is removed, and stays when it is visible', () =>
    forAll(anyArea, anyArea, (gone, left) => {
      const before = positionIn(gone, { width: 440, height: 420 })
      const after = clampedTo(left, before)
      expect(isInside(left, after)).toBe(true)
      expect(clampedTo(left, after)).toEqual(after)
    }))
})

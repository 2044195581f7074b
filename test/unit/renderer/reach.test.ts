import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reachOf, reachView, siteOf, sizeOf } from '../../../src-renderer/sentences/reach.js'

const at = (x: number, y: number, z: number) => ({ from: [x, y, z], to: [x, y, z] }) as const

describe('where an answer applies', () => {
  it('is where the arguments say the call acts', () => {
    expect(siteOf({ location: { world: 'w', x: 12, y: 64, z: -8, yaw: 3 } })).toEqual(at(12, 64, -8))
    expect(siteOf({ from: { x: 0, y: 1, z: 2 }, to: { x: 5, y: 1, z: 4 } })).toEqual({ from: [0, 1, 2], to: [5, 1, 4] })
    expect(siteOf({ x1: 0, y1: 1, z1: 2, x2: 5, y2: 1, z2: 4 })).toEqual({ from: [0, 1, 2], to: [5, 1, 4] })
    expect(siteOf({ worldName: 'world', time: 3 })).toBeUndefined()
  })

  it('follows the facts of the coverage', () => {
    expect(reachOf({ id: 'exactly' }, false)).toEqual({ kind: 'exactly' })
    expect(reachOf({ id: 'any' }, true)).toEqual({ kind: 'any', broad: true })
    const near = { kind: 'near', at: [], parameters: ['x', 'y', 'z'], x: 1, y: 2, z: 3, blocks: 16 } as const
    expect(reachOf({ id: 'narrow', facts: [near] }, false)).toEqual({ kind: 'near', point: [1, 2, 3], blocks: 16 })
    expect(reachOf({ id: 'narrow', facts: [] }, false)).toEqual({ kind: 'exactly' })
  })

  it('counts the blocks of a box with both corners', () => {
    expect(sizeOf(at(1, 2, 3))).toBe(1)
    expect(sizeOf({ from: [12, 64, -8], to: [23, 64, -7] })).toBe(24)
  })

  it('draws a square of the distance around the middle, within the map', () => {
    const view = reachView(at(12, 64, -8), { kind: 'near', point: [12, 64, -8], blocks: 16 }, 406, 80)
    expect(view.near?.width).toBeCloseTo(view.near?.height ?? 0)
    expect(view.near?.width).toBeCloseTo(33 * view.scale)
    expect(view.near?.y).toBeGreaterThanOrEqual(0)
  })

  it('keeps the site and the square within the map, whatever they are', () => {
    const point = fc.tuple(fc.integer({ min: -30e6, max: 30e6 }), fc.integer(), fc.integer({ min: -30e6, max: 30e6 }))
    fc.assert(
      fc.property(point, fc.nat(256), fc.nat(60), (from, blocks, size) => {
        const to = [from[0] + size, from[1], from[2] + size] as const
        const reach = { kind: 'near', point: [from[0] + (size >> 1), 0, from[2] + (size >> 1)], blocks } as const
        const { site, near } = reachView({ from, to }, size > 2 * blocks ? { kind: 'exactly' } : reach, 406, 80)
        for (const area of near ? [site, near] : [site]) {
          expect(area.x).toBeGreaterThanOrEqual(-1)
          expect(area.y).toBeGreaterThanOrEqual(-1)
          expect(area.x + area.width).toBeLessThanOrEqual(407)
          expect(area.y + area.height).toBeLessThanOrEqual(81)
        }
      }),
    )
  })
})

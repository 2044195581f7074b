import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { journeyOf, viewOf } from '../../../src-renderer/sentences/journey.js'
import { dimensionOf, isKnown, type KnownLocation, locationOf } from '../../../src-renderer/sentences/location.js'

const at = (x: number, y: number, z: number, world: string | undefined = 'world'): KnownLocation => {
  const place = locationOf({ x, y, z, world })
  if (!place || !isKnown(place)) throw new Error('not a place')
  return place
}
const frame = { width: 400, height: 120, margin: 20 }
const coordinate = fc.double({ min: -3e7, max: 3e7, noNaN: true })

describe('a journey', () => {
  it.each([
    [0, -10, 'n'],
    [10, -10, 'ne'],
    [10, 0, 'e'],
    [10, 10, 'se'],
    [0, 10, 's'],
    [-10, 10, 'sw'],
    [-10, 0, 'w'],
    [-10, -10, 'nw'],
  ])('by x %i, z %i has the direction %s', (x, z, heading) => {
    expect(journeyOf(at(5, 64, 5), at(5 + x, 70, 5 + z))).toMatchObject({ kind: 'way', heading, rise: 6 })
  })

  it('straight up has no direction', () =>
    expect(journeyOf(at(5, 64, 5), at(5, 300, 5))).toEqual({ kind: 'way', distance: 0, rise: 236, heading: undefined }))

  it('to another world has no distance', () =>
    expect(journeyOf(at(0, 0, 0, 'world_nether'), at(0, 0, 0))).toEqual({ kind: 'elsewhere' }))

  it('has no distance when a world has no name', () => {
    const nowhere = locationOf({ x: 0, y: 0, z: 0 })
    expect(nowhere && isKnown(nowhere) && journeyOf(nowhere, at(0, 0, 0))).toEqual({ kind: 'unsure' })
  })

  it('keeps both ends on the map, however far apart they are', () => {
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, coordinate, (x1, z1, x2, z2) => {
        const view = viewOf([x1, 0, z1], [x2, 0, z2], frame)
        for (const [x, y] of [view.at([x1, 0, z1]), view.at([x2, 0, z2])]) {
          expect(x).toBeGreaterThanOrEqual(frame.margin - 1e-6)
          expect(x).toBeLessThanOrEqual(frame.width - frame.margin + 1e-6)
          expect(y).toBeGreaterThanOrEqual(frame.margin - 1e-6)
          expect(y).toBeLessThanOrEqual(frame.height - frame.margin + 1e-6)
        }
        expect(view.bar * view.scale).toBeLessThanOrEqual(frame.width / 4 + 1e-6)
      }),
    )
  })

  it('stays finite for impossible coordinates', () => {
    const view = viewOf([1e308, 0, -1e308], [-1e308, 0, 0], frame)
    expect(view.at([1e308, 0, -1e308]).every(Number.isFinite)).toBe(true)
  })

  it('knows the three worlds of a server, and no other by a name that looks alike', () => {
    expect(['world', 'minecraft:the_nether', 'world_the_end'].map(dimensionOf)).toEqual(['overworld', 'nether', 'end'])
    expect(['world2', 'evil:the_nether', 'toString'].map(dimensionOf)).toEqual([undefined, undefined, undefined])
  })
})

import type { ManifestDifference } from '@contract/compatibility/difference.js'
import { describe, expect, it } from 'vitest'
import { differencesInOrder, isLessRisky, placeOf } from '../../../src-renderer/ui/review/difference-order.js'

const difference = (path: string, before?: unknown, after?: unknown): ManifestDifference => ({
  path,
  kind: 'changed',
  before,
  after,
  breaking: false,
})

describe('changed capabilities', () => {
  it('list the differences about danger first', () => {
    const paths = ['/returns/type', '/description', '/odd', '/permissions', '/risk/level']
    expect(differencesInOrder(paths.map((path) => difference(path))).map(({ path }) => path)).toEqual([
      '/risk/level',
      '/permissions',
      '/description',
      '/returns/type',
      '/odd',
    ])
  })

  it('are marked when they lower their risk, and only then', () => {
    expect(isLessRisky([difference('/risk/level', 'high', 'low')])).toBe(true)
    expect(isLessRisky([difference('/risk/level', undefined, 'low')])).toBe(true)
    expect(isLessRisky([difference('/risk/level', 'low', 'high')])).toBe(false)
    expect(isLessRisky([difference('/risk/reason', 'high', 'low')])).toBe(false)
  })

  it('locate a difference in a manifest', () => {
    expect(placeOf('/parameters/properties/price/maximum')).toEqual({
      topic: 'parameters',
      inside: ['price', 'maximum'],
    })
    expect(placeOf('/returns/properties/a~1b')).toEqual({ topic: 'returns', inside: ['a/b'] })
    expect(placeOf('/constructor/x')).toEqual({ topic: 'manifest', inside: ['constructor', 'x'] })
    expect(placeOf('')).toEqual({ topic: 'manifest', inside: [] })
  })
})

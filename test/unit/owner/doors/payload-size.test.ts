import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSmallJson, payloadBounds } from '../../../../src-main/owner/doors/payload-check.js'
import { forAll } from '../../../fixtures/properties.js'

const cycle: Record<string, unknown> = {}
cycle.self = cycle
const deep = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], 1)

describe('requests of a page', () => {
  it('may be any small JSON value', () => {
    forAll(fc.jsonValue({ maxDepth: 8 }), (value) => {
      expect(isSmallJson(value)).toBe(true)
    })
    expect(isSmallJson(undefined)).toBe(true)
    expect(isSmallJson({ text: 'x'.repeat(1_000_000) })).toBe(true)
  })

  it.each<[what: string, value: unknown]>([
    ['a cycle', cycle],
    ['too many levels', deep(payloadBounds.depth + 1)],
    ['a hundred thousand levels', deep(100_000)],
    ['too many values', Array.from({ length: payloadBounds.values + 1 }, () => 0)],
    ['a list that claims a length', new Array(4_000_000_000)],
    ['long texts', [1, 2, 3, 4, 5].map(() => 'x'.repeat(1_000_000))],
    ['a long name', { ['x'.repeat(payloadBounds.characters + 1)]: 1 }],
    ['the same list many times', Array.from({ length: 1_000 }, () => Array.from({ length: 100 }, () => 0))],
    ['a map', new Map()],
    ['a set in an object', { a: new Set() }],
    ['bytes', new Uint8Array(1)],
    ['a date', new Date()],
    ['an expression', /x/],
    ['a large number', 1n],
  ])('is refused when it is %s', (_what, value) => expect(isSmallJson(value)).toBe(false))
})

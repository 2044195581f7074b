import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../../test/fixtures/properties.js'
import { between, mulberry32, oneOf } from '../../simulator/mulberry32.js'

const draw = (seed: number, times: number) => {
  const random = mulberry32(seed)
  return Array.from({ length: times }, random)
}

describe('the seeded generator', () => {
  it('gives the reference numbers of mulberry32', () => {
    expect(draw(1, 3).map((number) => Math.floor(number * 2 ** 32))).toEqual([2_693_262_067, 11_749_833, 2_265_367_787])
  })

  it('repeats itself for a seed, and stays from 0 up to 1', () =>
    forAll(fc.integer(), (seed) => {
      const numbers = draw(seed, 50)
      expect(draw(seed, 50)).toEqual(numbers)
      for (const number of numbers) expect(number >= 0 && number < 1).toBe(true)
    }))

  it('chooses whole numbers between two, both of them possible', () => {
    const random = mulberry32(5)
    expect(new Set(Array.from({ length: 200 }, () => between(random, -1, 2)))).toEqual(new Set([-1, 0, 1, 2]))
    expect(() => oneOf(random, [])).toThrow()
  })
})

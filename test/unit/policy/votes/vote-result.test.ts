import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultOf } from '../../../../src-main/policy/votes/vote-result.js'
import { forAll } from '../../../fixtures/properties.js'

const count = fc.integer({ min: 0, max: 500 })
const terms = fc.record({ minimum: fc.integer({ min: 1, max: 400 }), share: fc.integer({ min: 50, max: 100 }) })

describe('the result of a vote', () => {
  it('is yes only with enough votes, the share, and more yes than no', () =>
    forAll(count, count, fc.boolean(), terms, (yes, no, isFull, asked) => {
      const isYes = !isFull && yes + no >= asked.minimum && yes / (yes + no) >= asked.share / 100 && yes > no
      expect(resultOf({ yes, no, isFull }, asked).says).toBe(isYes ? 'yes' : 'no')
    }))

  it.each([
    [{ yes: 9, no: 0 }, 'too-few'],
    [{ yes: 5, no: 5 }, 'share'],
    [{ yes: 59, no: 41 }, 'share'],
  ] as const)('of %j is no, because of %s', (votes, why) =>
    expect(resultOf({ ...votes, isFull: false }, { minimum: 10, share: 60 })).toEqual({ says: 'no', why }),
  )

  it('is no when nobody votes, or more than can be counted', () => {
    expect(resultOf({ yes: 0, no: 0, isFull: false }, { minimum: 1, share: 50 }).says).toBe('no')
    expect(resultOf({ yes: 99, no: 1, isFull: true }, { minimum: 1, share: 50 })).toEqual({
      says: 'no',
      why: 'too-many',
    })
  })
})

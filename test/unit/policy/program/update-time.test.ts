import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { restartObstacle } from '../../../../src-main/policy/program/update-time.js'
import { forAll } from '../../../fixtures/properties.js'

describe('a restart for an update', () => {
  it('is allowed when nothing is running', () => expect(restartObstacle({ questions: 0, calls: 0 })).toBeUndefined())
  it('waits for open questions', () => expect(restartObstacle({ questions: 1, calls: 3 })).toBe('questions'))
  it('waits for calls', () => expect(restartObstacle({ questions: 0, calls: 1 })).toBe('calls'))

  it('never interrupts anything, for any count', () => {
    const count = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(Number.NaN))
    forAll(count, count, (questions, calls) => {
      const free = questions === 0 && calls === 0
      expect(restartObstacle({ questions, calls }) === undefined).toBe(free)
    })
  })
})

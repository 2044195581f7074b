import { describe, expect, it } from 'vitest'
import { isSubjectRedacted, matchesSubject } from '../../../src-renderer/ui/subject-match.js'

describe('what was typed on a page', () => {
  it('matches the subject alone, where the page knows it', () => {
    expect(['Steve', ' Steve ', 'steve', ''].map((typed) => matchesSubject(typed, 'Steve'))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('is left to the program where the subject is redacted because streamSafe is on, and is never nothing', () => {
    expect(isSubjectRedacted('‹Player A›')).toBe(true)
    expect(['Steve', ' ', ''].map((typed) => matchesSubject(typed, '‹Player A›'))).toEqual([true, false, false])
  })
})

import { describe, expect, it } from 'vitest'
import { isSubjectRedacted, matchesSubject } from '../../../src-renderer/ui/text/subject-match.js'

describe('the confirmation text on a page', () => {
  it('matches the subject alone, where the page knows it', () => {
    expect(['Steve', ' Steve ', 'steve', ''].map((typed) => matchesSubject(typed, 'Steve'))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('is checked by main when the subject is redacted in stream-safe mode, and is never empty', () => {
    expect(isSubjectRedacted('‹Player A›')).toBe(true)
    expect(['Steve', ' ', ''].map((typed) => matchesSubject(typed, '‹Player A›'))).toEqual([true, false, false])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOf, dayOf, writeDay } from '../../../src-renderer/ui/time/days.js'

const anyDay = fc
  .date({ min: new Date(1970, 0, 1), max: new Date(2999, 11, 31), noInvalidDate: true })
  .map((date) => dayOf(date))

describe('a day', () => {
  it('is written in the language of the program', () => {
    expect(writeDay('2026-01-19', 'en')).toBe('Jan 19, 2026')
    expect(writeDay('2026-01-19', 'zh')).toBe('2026年1月19日')
    expect([writeDay('', 'en'), writeDay('2026-13-40', 'zh')]).toEqual(['', ''])
  })

  it('begins at midnight in the local time zone', () => {
    fc.assert(fc.property(anyDay, (day) => dayOf(dateOf(day) ?? 'none') === day))
    expect(dateOf('2026-02-30')).toBeUndefined()
    expect(dateOf('yesterday')).toBeUndefined()
  })
})

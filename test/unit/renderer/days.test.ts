import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOf, dayOf, readDay, writeDay } from '../../../src-renderer/ui/time/days.js'

const anyDay = fc
  .date({ min: new Date(1970, 0, 1), max: new Date(2999, 11, 31), noInvalidDate: true })
  .map((date) => dayOf(date))

describe('a day that is typed', () => {
  it.each([
    '2026-01-19',
    '2026-1-19',
    '2026/1/19',
    ' 2026.01.19 ',
    '2026年1月19日',
    '2026 年 1 月 19 日',
    '２０２６-０１-１９',
    'Jan 19, 2026',
    'january 19 2026',
    '19 Jan 2026',
    '19. January 2026',
  ])('is read: %s', (typed) => expect(readDay(typed)).toBe('2026-01-19'))

  it.each([
    '',
    'soon',
    '1/2/2026',
    '01-02-26',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    'Foo 3, 2026',
    'Ja 3, 2026',
    '1 Jan 2 2026',
    'January 2026',
    '2026',
  ])('is rejected when ambiguous: %s', (typed) => expect(readDay(typed)).toBeUndefined())

  it.each(['en', 'zh'])('is read as it is written in %s', (language) => {
    fc.assert(fc.property(anyDay, (day) => readDay(writeDay(day, language)) === day))
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (typed) => void readDay(typed)))
  })
})

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

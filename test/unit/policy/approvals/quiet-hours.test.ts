import { type QuietHours, weekdays } from '@shared/program/settings.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isQuiet, localTimeOf } from '../../../../src-main/policy/approvals/quiet-hours.js'
import { forAll, times } from '../../../fixtures/properties.js'

const at = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const night: QuietHours = { enabled: true, from: '22:00', until: '08:00', days: weekdays }

describe('quiet hours', () => {
  it('are off by default', () => {
    expect(isQuiet({ ...night, enabled: false }, { day: 'mon', minutes: at('23:00') })).toBe(false)
  })

  it.each([
    ['21:59', false],
    ['22:00', true],
    ['00:00', true],
    ['07:59', true],
    ['08:00', false],
  ])('from 22:00 until 08:00 at %s: %s', (time, quiet) => {
    expect(isQuiet(night, { day: 'wed', minutes: at(time) })).toBe(quiet)
  })

  it('belong to the day on which the night begins', () => {
    const friday: QuietHours = { ...night, days: ['fri'] }
    expect(isQuiet(friday, { day: 'fri', minutes: at('07:00') })).toBe(false)
    expect(isQuiet(friday, { day: 'fri', minutes: at('23:00') })).toBe(true)
    expect(isQuiet(friday, { day: 'sat', minutes: at('07:00') })).toBe(true)
    expect(isQuiet(friday, { day: 'sat', minutes: at('23:00') })).toBe(false)
  })

  it('last the whole day when both ends are equal', () => {
    const all: QuietHours = { ...night, from: '09:00', until: '09:00' }
    forAll(fc.constantFrom(...weekdays), fc.nat(1_439), (day, minutes) => isQuiet(all, { day, minutes }))
  })

  it('cover the configured number of minutes a week, whatever the ends', () => {
    const minute = fc.nat(1_439)
    const text = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)
    times(15).forAll(minute, minute, fc.subarray([...weekdays]), (from, until, days) => {
      const hours = { enabled: true, from: text(from), until: text(until), days }
      const quiet = weekdays.flatMap((day) =>
        Array.from({ length: 1_440 }, (_, minutes) => isQuiet(hours, { day, minutes })),
      )
      const long = from < until ? until - from : 1_440 - from + until
      expect(quiet.filter(Boolean)).toHaveLength(long * days.length)
    })
  })

  it('use the time zone of this computer', () => {
    expect(localTimeOf(new Date(2026, 0, 19, 10, 30))).toEqual({ day: 'mon', minutes: 630 })
    expect(localTimeOf(new Date(2026, 0, 25, 0, 0))).toEqual({ day: 'sun', minutes: 0 })
  })
})

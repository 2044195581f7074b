import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueTime, isLate, lastTimeOf } from '../../../../src-main/policy/program/backup-schedule.js'

const schedule = { at: '04:00', keep: 7, since: new Date(2026, 0, 10, 12).toISOString() }
const anyTime = fc.record({ hours: fc.integer({ min: 0, max: 23 }), minutes: fc.integer({ min: 0, max: 59 }) })
const anyNow = fc.date({ min: new Date(2024, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true })
const day = 24 * 3_600_000

describe('a backup schedule', () => {
  it('has its last time within a day, on this clock, and not later than now', () => {
    fc.assert(
      fc.property(anyTime, anyNow, ({ hours, minutes }, now) => {
        const at = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
        const last = lastTimeOf({ at }, now)
        expect(last.getTime()).toBeLessThanOrEqual(now.getTime())
        // A day may have an hour more when the clock is set back.
        expect(now.getTime() - last.getTime()).toBeLessThanOrEqual(day + 3_600_000)
      }),
    )
  })

  it('is due once a day, until one is made or tried', () => {
    const morning = new Date(2026, 0, 12, 4)
    expect(dueTime(schedule, new Date(2026, 0, 12, 3, 59), new Date(2026, 0, 11, 4))).toBeUndefined()
    expect(dueTime(schedule, morning, new Date(2026, 0, 11, 4))).toEqual(morning)
    expect(dueTime(schedule, new Date(2026, 0, 12, 9), undefined)).toEqual(morning)
    expect(dueTime(schedule, new Date(2026, 0, 12, 9), morning)).toBeUndefined()
  })

  it('owes nothing from before it was turned on', () =>
    expect(dueTime(schedule, new Date(2026, 0, 10, 13), undefined)).toBeUndefined())

  it('is late after ten minutes', () => {
    const due = new Date(2026, 0, 12, 4)
    expect(isLate(due, new Date(2026, 0, 12, 4, 9))).toBe(false)
    expect(isLate(due, new Date(2026, 0, 12, 4, 11))).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import type { AuditRow } from '../../../src-main/contract/audit.js'
import { dayByDay, everything, filterOf, filtersOf } from '../../../src-renderer/features/audit/audit-query.js'

const row = (sequence: number, at: Date): AuditRow => ({
  sequence,
  previous: '',
  hash: '',
  event: {
    id: `event-${sequence}`,
    timestamp: at.toISOString(),
    eventType: 'invoke',
    capabilityId: 'world.time.get',
    caller: {},
  },
})

describe('what a person filters the trail by', () => {
  it('is nothing at first', () => {
    expect(filterOf(everything)).toEqual({})
    expect(filtersOf(everything)).toBe(0)
  })

  it('leaves out what is blank, and counts the words as no filter', () => {
    const wanted = { ...everything, text: ' night ', client: '  ', outcome: 'done' } as const
    expect(filterOf(wanted)).toEqual({ text: 'night', outcome: 'done' })
    expect(filtersOf(wanted)).toBe(1)
  })

  it('takes both days whole, by the clock of whoever looks', () => {
    const { since, until } = filterOf({ ...everything, from: '2026-11-21', to: '2026-11-22' })
    expect(since).toBe(new Date(2026, 10, 21).toISOString())
    expect(until).toBe(new Date(2026, 10, 23).toISOString())
  })

  it('asks for no day where none is written', () => {
    expect(filterOf({ ...everything, from: 'yesterday' })).toEqual({})
  })
})

describe('the rows of the trail', () => {
  it('stand under the day they were written, each day named once', () => {
    const rows = [
      row(3, new Date(2026, 10, 22, 0, 1)),
      row(2, new Date(2026, 10, 21, 23, 59)),
      row(1, new Date(2026, 10, 21, 1, 0)),
    ]
    expect(dayByDay(rows).map(({ kind }) => kind)).toEqual(['day', 'row', 'day', 'row', 'row'])
  })
})

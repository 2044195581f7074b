import type { AuditRow } from '@shared/trail/audit.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayByDay,
  everything,
  filterOf,
  filtersOf,
  newestOfEach,
} from '../../../src-renderer/features/audit/audit-query.js'

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

describe('the filters of the trail', () => {
  it('are empty at first', () => {
    expect(filterOf(everything)).toEqual({})
    expect(filtersOf(everything)).toBe(0)
  })

  it('omits blank filters, and does not count the search text', () => {
    const wanted = { ...everything, text: ' night ', client: '  ', outcome: 'done' } as const
    expect(filterOf(wanted)).toEqual({ text: 'night', outcome: 'done' })
    expect(filtersOf(wanted)).toBe(1)
  })

  it('includes both days whole, in the local time zone', () => {
    const { since, until } = filterOf({ ...everything, from: '2026-11-21', to: '2026-11-22' })
    expect(since).toBe(new Date(2026, 10, 21).toISOString())
    expect(until).toBe(new Date(2026, 10, 23).toISOString())
  })

  it('has no day when none is entered', () => {
    expect(filterOf({ ...everything, from: 'yesterday' })).toEqual({})
  })
})

describe('the rows of the trail', () => {
  it('are grouped by day, each day named once', () => {
    const rows = [
      row(3, new Date(2026, 10, 22, 0, 1)),
      row(2, new Date(2026, 10, 21, 23, 59)),
      row(1, new Date(2026, 10, 21, 1, 0)),
    ]
    expect(dayByDay(rows).map(({ kind }) => kind)).toEqual(['day', 'request', 'day', 'request', 'request'])
  })

  it('are one line for each request: its newest entry, also when its older ones are on a later page', () => {
    const of = (sequence: number, requestId?: string): AuditRow => {
      const { event, ...rest } = row(sequence, new Date(2026, 10, 22, 0, sequence))
      return { ...rest, event: { ...event, ...(requestId !== undefined && { metadata: { requestId } }) } }
    }
    const rows = [of(6, 'one'), of(5, 'two'), of(4, 'one'), of(3), of(2), of(1, 'two')]
    expect(newestOfEach(rows).map(({ sequence }) => sequence)).toEqual([6, 5, 3, 2])
    expect(dayByDay(rows).map(({ key }) => key)).toEqual(['day 6', 'one', 'two', 'event-3', 'event-2'])
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('one', 'two', 'three', undefined), { maxLength: 30 }),
        fc.nat(30),
        (ids, at) => {
          const all = ids.map((id, index) => of(ids.length - index, id))
          const page = newestOfEach(all.slice(0, at))
          // Existing lines do not change when more is read.
          expect(newestOfEach(all).slice(0, page.length)).toEqual(page)
        },
      ),
    )
  })
})

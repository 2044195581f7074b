import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DigestRecord, dayOf, digestDue } from '../../../../src-main/owner/digest/digest-schedule.js'

const at = (text: string): Date => new Date(text)
const hourMs = 3_600_000

describe('when a digest is due', () => {
  it('begins when it is switched on, without a digest for before', () => {
    expect(digestDue(at('2026-01-19T21:00'), '20:00', undefined)).toEqual({ kind: 'begin' })
  })

  it('is due once the time of day has come, from where the last one ended', () => {
    const record = { through: at('2026-01-19T10:00').toISOString() }
    expect(digestDue(at('2026-01-19T19:59'), '20:00', record)).toEqual({ kind: 'wait' })
    expect(digestDue(at('2026-01-19T20:00'), '20:00', record)).toEqual({
      kind: 'due',
      since: record.through,
      day: '2026-01-19',
    })
  })

  it('waits for another day after one, also when the time of day is changed', () => {
    const record = { through: at('2026-01-19T20:00').toISOString(), day: '2026-01-19' }
    expect(digestDue(at('2026-01-19T21:00'), '21:00', record)).toEqual({ kind: 'wait' })
    expect(digestDue(at('2026-01-20T19:00'), '20:00', record)).toEqual({ kind: 'wait' })
    expect(digestDue(at('2026-01-20T20:01'), '20:00', record)).toMatchObject({ kind: 'due', day: '2026-01-20' })
  })

  it('comes late when the computer was off at its time, and covers a week at most', () => {
    const record = { through: at('2026-01-01T20:00').toISOString(), day: '2026-01-01' }
    const now = at('2026-01-19T08:00')
    expect(digestDue(now, '20:00', record)).toEqual({
      kind: 'due',
      since: new Date(now.getTime() - 7 * 24 * hourMs).toISOString(),
      day: '2026-01-19',
    })
  })

  it('begins again when the clock was far ahead', () => {
    const record = { through: at('2027-01-19T20:00').toISOString(), day: '2027-01-19' }
    expect(digestDue(at('2026-01-19T20:00'), '20:00', record)).toEqual({ kind: 'begin' })
  })

  it('never makes two on one day, whatever the clock, the restarts and the owner do', () => {
    const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`)
    const step = fc.record({
      // At most half a day back: a clock that is set back a year has another "today".
      minutes: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: -700, max: 0 })),
      at: fc.option(time, { nil: undefined }),
      restarts: fc.boolean(),
      isOff: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = at('2026-03-27T10:00').getTime()
        let chosen = '20:00'
        let record: DigestRecord | undefined
        const days: string[] = []
        const spans: [number, number][] = []
        for (const { minutes, at: next, restarts, isOff } of steps) {
          now += minutes * 60_000
          chosen = next ?? chosen
          if (restarts && record) record = JSON.parse(JSON.stringify(record)) as DigestRecord
          if (isOff) {
            if (record) record = { ...record, through: '' }
            continue
          }
          const due = digestDue(new Date(now), chosen, record)
          const through = new Date(now).toISOString()
          if (due.kind === 'begin') record = { through, ...(due.day !== undefined && { day: due.day }) }
          if (due.kind !== 'due') continue
          expect(due.day).toBe(dayOf(new Date(now)))
          days.push(due.day)
          spans.push([Date.parse(due.since), now])
          record = { through, day: due.day }
        }
        expect(new Set(days).size).toBe(days.length)
        for (const [since, until] of spans) expect(since).toBeLessThan(until)
      }),
    )
  })
})

const pad = (part: number): string => String(part).padStart(2, '0')

import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditRow } from '@shared/trail/audit.js'
import { describe, expect, it } from 'vitest'
import { dayName } from '../../../src-renderer/features/audit/audit-query.js'
import { stepTimes } from '../../../src-renderer/story/request-steps.js'
import { dayOf } from '../../../src-renderer/ui/time/days.js'

const start = Date.parse('2026-03-01T12:00:00.000Z')
const row = (after: number, part: Partial<AuditEvent>): AuditRow => ({
  sequence: after + 1,
  previous: '',
  hash: '',
  event: {
    id: `${after}`,
    timestamp: new Date(start + after).toISOString(),
    eventType: 'invoke',
    capabilityId: 'world.time.set',
    caller: {},
    ...part,
  },
})
const outcome = (after: number, executionTime: number) => row(after, { metadata: { phase: 'outcome', executionTime } })

describe('how long each step took', () => {
  it('is counted from when the call came in: the answer, the preparation, the run', () => {
    const steps = [
      row(12_000, { eventType: 'approve', approvalInfo: { required: true, outcome: 'approved' } }),
      row(12_030, { metadata: { phase: 'intent' } }),
      outcome(13_230, 13_230),
    ]
    expect(stepTimes(steps)).toEqual([
      { step: 'decision', milliseconds: 12_000 },
      { step: 'preparation', milliseconds: 30 },
      { step: 'run', milliseconds: 1_200 },
    ])
  })

  it('is the whole for a call that only ended', () => {
    expect(stepTimes([outcome(40, 40)])).toEqual([{ step: 'run', milliseconds: 40 }])
  })

  it('is unknown when the trail has no time, and not negative when a clock was set back', () => {
    expect(stepTimes([row(0, { metadata: { phase: 'intent' } })])).toEqual([undefined])
    expect(stepTimes([row(900, { metadata: { phase: 'intent' } }), outcome(0, 5)])[1]).toMatchObject({
      milliseconds: 0,
    })
  })
})

describe('the day of a row', () => {
  const noon = new Date(2026, 2, 1, 12).getTime()
  it('is what people call it while it is near', () => {
    expect(dayName(new Date(2026, 2, 1, 0, 5).toISOString(), noon)).toBe('today')
    expect(dayName(new Date(2026, 1, 28, 23, 59).toISOString(), noon)).toBe('yesterday')
    expect(dayName(new Date(2026, 1, 27, 23, 59).toISOString(), noon)).toBeUndefined()
  })

  it('is written as a date field has it', () => {
    expect(dayOf(noon)).toBe('2026-03-01')
    expect(dayOf('nothing')).toBe('')
  })
})

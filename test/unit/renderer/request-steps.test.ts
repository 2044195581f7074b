import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditRow } from '@shared/trail/audit.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestSteps } from '../../../src-renderer/story/request-steps.js'

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
    metadata: { requestId: 'one', ...part.metadata },
  },
})
const decision = (after: number, outcome: 'approved' | 'denied' | 'expired') =>
  row(after, {
    eventType: outcome === 'approved' ? 'approve' : 'reject',
    approvalInfo: { required: true, outcome, approvedBy: 'desktop' },
  })
const intent = (after: number, approvalInfo: AuditEvent['approvalInfo']) =>
  row(after, { metadata: { phase: 'intent' }, ...(approvalInfo && { approvalInfo }) })
const end = (after: number, part: Partial<AuditEvent> = {}) =>
  row(after, { ...part, metadata: { phase: 'outcome', executionTime: after } })
const kinds = (rows: readonly AuditRow[]) => requestSteps(rows).map(({ kind }) => kind)

describe('the steps of a request', () => {
  it('are asked, approved and done, each once, with how long it took', () => {
    const rows = [
      decision(12_000, 'approved'),
      intent(12_030, { required: true, outcome: 'approved', approvedBy: 'desktop' }),
      end(13_230),
    ]
    expect(kinds(rows)).toEqual(['asked', 'approved', 'done'])
    const [asked, approved, done] = requestSteps(rows)
    expect(asked?.at).toBe('2026-03-01T12:00:00.000Z')
    expect(approved?.lasted).toBe(12_000)
    expect(done?.lasted).toBe(1_200)
  })

  it('say that no approval was needed, and which rule applied', () => {
    expect(kinds([intent(5, { required: false, outcome: 'unasked' }), end(9)])).toEqual(['asked', 'unasked', 'done'])
    const byRule = { required: true, outcome: 'approved', approvedBy: 'Steve', ruleId: 'r' } as const
    const steps = requestSteps([intent(5, byRule), end(9, { approvalInfo: byRule })])
    expect(steps.map(({ kind }) => kind)).toEqual(['asked', 'approved', 'done'])
    expect(steps[1]?.row.event.approvalInfo?.ruleId).toBe('r')
  })

  it('show a denial once, though the outcome repeats it', () => {
    const rows = [decision(5, 'denied'), end(9, { eventType: 'reject', response: { outcome: 'denied' } })]
    expect(kinds(rows)).toEqual(['asked', 'denied'])
  })

  it('show why nobody was asked instead of a denial', () => {
    const refused = end(9, { eventType: 'reject', approvalInfo: { required: true, needed: 2, present: 1 } })
    expect(kinds([refused])).toEqual(['asked', 'refused'])
  })

  it('of a call that a rule denied end with its error', () => {
    const error = { code: 'RISK.APPROVAL_REJECTED', message: 'A rule that a person created denies this.' }
    expect(kinds([end(9, { eventType: 'error', response: { outcome: 'denied', error } })])).toEqual(['asked', 'failed'])
  })

  it('of a call that a crash interrupted end with an unknown result', () => {
    const response = { outcome: 'unknown', error: { code: 'SYSTEM.INTERNAL_ERROR', message: 'It may have been done.' } }
    expect(kinds([end(9, { eventType: 'error', response })])).toEqual(['asked', 'unknown'])
  })

  it('say that a run was started whose result is not logged', () => {
    expect(kinds([decision(5, 'approved'), intent(9, undefined)])).toEqual(['asked', 'approved', 'started'])
  })

  it('of a read are two: asked and done', () => expect(kinds([end(9)])).toEqual(['asked', 'done']))

  it('begin with the request, name nothing twice and are never later than the log', () => {
    const anyRow = fc.oneof(
      fc.constantFrom('approved', 'denied', 'expired').map((outcome) => (at: number) => decision(at, outcome)),
      fc.constant((at: number) => intent(at, undefined)),
      fc
        .constantFrom('invoke', 'reject', 'error', 'rollback')
        .map((eventType) => (at: number) => end(at, { eventType })),
    )
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 8 }), (made) => {
        const rows = made.map((make, index) => make(index * 100))
        const steps = requestSteps(rows)
        expect(steps[0]?.kind).toBe('asked')
        expect(new Set(steps.map(({ kind }) => kind)).size).toBe(steps.length)
        const times = steps.map(({ at }) => Date.parse(at))
        expect(times).toEqual(times.toSorted((one, other) => one - other))
      }),
    )
  })
})

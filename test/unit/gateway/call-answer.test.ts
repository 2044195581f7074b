import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src-main/contract/gateway-error.js'
import { envelopeOf, errorOf } from '../../../src-main/gateway/call-answer.js'
import type { CallReport, Outcome } from '../../../src-main/gateway/call-path.js'

const report = (outcome: Outcome, more: Partial<CallReport> = {}): CallReport => ({
  requestId: 'request-1',
  traceId: 'trace-1',
  timestamp: '2026-01-19T10:30:00Z',
  milliseconds: 12.34,
  outcome,
  ...more,
})

describe('what a call that was not done is told', () => {
  it.each<[Exclude<Outcome, { kind: 'done' }>, string, number]>([
    [{ kind: 'denied', approvalId: 'a', by: ['ada'] }, 'RISK.APPROVAL_REJECTED', 403],
    [{ kind: 'expired', approvalId: 'a' }, 'RISK.APPROVAL_EXPIRED', 403],
    [{ kind: 'withdrawn', approvalId: 'a' }, 'RISK.APPROVAL_WITHDRAWN', 403],
    [{ kind: 'withdrawn' }, 'RISK.APPROVAL_WITHDRAWN', 403],
    [{ kind: 'failed', error: new GatewayError('SYSTEM.TIMEOUT') }, 'SYSTEM.TIMEOUT', 504],
  ])('%j is %s', (outcome, code, status) => {
    const error = errorOf(outcome)
    expect([error.code, error.httpStatus]).toEqual([code, status])
  })

  it('names the question, and nobody who answered it', () => {
    const { details } = errorOf({ kind: 'denied', approvalId: 'a', by: ['hush'] })
    expect(details).toEqual({ approvalId: 'a' })
  })
})

describe('the envelope of a call', () => {
  it('gives milliseconds as a whole number, and only what is known', () => {
    expect(envelopeOf(report({ kind: 'expired', approvalId: 'a' }))).toEqual({
      requestId: 'request-1',
      timestamp: '2026-01-19T10:30:00Z',
      metadata: { executionTime: 12, traceId: 'trace-1' },
    })
  })

  it('names the server and the snapshot of what was done', () => {
    const done = report({ kind: 'done', data: {}, snapshotId: 's-1' }, { serverId: 'overworld' })
    expect(envelopeOf(done).metadata).toMatchObject({ serverId: 'overworld', snapshotId: 's-1' })
  })
})

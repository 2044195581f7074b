import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { type CallRefusal, envelopeOf, errorOf } from '../../../../src-main/gateway/ports/call-response.js'
import type { CallOutcome, CallReport, PendingOutcome } from '../../../../src-main/gateway/ports/calls.js'

const report = (outcome: CallOutcome, more: Partial<CallReport> = {}): CallReport => ({
  requestId: 'request-1',
  traceId: 'trace-1',
  timestamp: '2026-01-19T10:30:00Z',
  milliseconds: 12.34,
  outcome,
  ...more,
})

const pending = (stage: PendingOutcome['stage']): PendingOutcome => ({
  kind: 'pending',
  approvalId: 'a-1',
  stage,
  until: '2026-01-19T10:35:00.000Z',
})

describe('the response to a call that was not done', () => {
  it.each<[CallRefusal, string, number]>([
    [{ kind: 'denied', approvalId: 'a', by: ['ada'] }, 'RISK.APPROVAL_REJECTED', 403],
    [{ kind: 'expired', approvalId: 'a' }, 'RISK.APPROVAL_EXPIRED', 403],
    [{ kind: 'withdrawn', approvalId: 'a' }, 'RISK.APPROVAL_WITHDRAWN', 403],
    [{ kind: 'withdrawn' }, 'RISK.APPROVAL_WITHDRAWN', 403],
    [{ kind: 'failed', error: new GatewayError('SYSTEM.TIMEOUT') }, 'SYSTEM.TIMEOUT', 504],
    [pending('waiting-for-person'), 'RISK.PENDING_APPROVAL', 202],
  ])('%j is %s', (outcome, code, status) => {
    const error = errorOf(outcome)
    expect([error.code, error.httpStatus]).toEqual([code, status])
  })

  it('names the pending question, its expiry, and what to do', () => {
    const { details, suggestion } = errorOf(pending('waiting-for-person'), (id) => `look at ${id}`)
    expect(details).toEqual({ approvalId: 'a-1', stage: 'waiting-for-person', until: '2026-01-19T10:35:00.000Z' })
    for (const said of ['look at a-1', 'same arguments', '10:35:00']) expect(suggestion).toContain(said)
  })

  it('names no way to fetch the result over a route that has none', () => {
    expect(errorOf(pending('waiting-for-person')).suggestion).toMatch(/^Later, call again with the same arguments/u)
  })

  it('says that the action is running when a person has approved meanwhile', () => {
    expect(errorOf(pending('running')).message).toBe('A person approved it, and it is running.')
  })

  it('names the question, and no person who answered it', () => {
    const { details } = errorOf({ kind: 'denied', approvalId: 'a', by: ['hush'] })
    expect(details).toEqual({ approvalId: 'a' })
  })
})

// verifies: calls-envelope
describe('the envelope of a call', () => {
  it('contains whole milliseconds, and only known members', () => {
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

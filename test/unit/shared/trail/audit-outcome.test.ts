import type { AuditEvent } from '@contract/generated/audit-event.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { isRefused } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import { auditEvent } from '../../../fakes/trail.js'

const failedWith = (code: string): AuditEvent => ({
  ...auditEvent('one'),
  eventType: 'error',
  metadata: { phase: 'outcome' },
  response: { error: { code, message: 'No.' } },
})

describe('the outcome of a call in the log', () => {
  it.each([
    ['PERMISSION.DENIED', 'denied'],
    ['RISK.OPERATION_BLOCKED', 'denied'],
    ['RISK.APPROVAL_REJECTED', 'denied'],
    ['PROVIDER.TIMEOUT', 'failed'],
  ] as const)('of %s is %s, as Live counts it', (code, outcome) => {
    expect(outcomeOf(failedWith(code))).toBe(outcome)
    const error = { code, message: 'No.' }
    expect(isRefused({ result: 'failed', error } as Parameters<typeof isRefused>[0])).toBe(outcome === 'denied')
  })

  it('of a damaged error is failed', () => {
    expect(outcomeOf({ ...failedWith(''), response: { error: null } })).toBe('failed')
  })
})

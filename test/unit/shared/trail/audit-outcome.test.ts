import type { AuditEvent } from '@contract/generated/audit-event.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { describe, expect, it } from 'vitest'
import { auditEvent } from '../../../fakes/trail.js'

const failedWith = (response: AuditEvent['response'] & object): AuditEvent => ({
  ...auditEvent('one'),
  eventType: 'error',
  metadata: { phase: 'outcome' },
  response,
})
const error = { code: 'PERMISSION.DENIED', message: 'No.' }

describe('the outcome of a failed call in the log', () => {
  it('is denied when the gateway denied it', () =>
    expect(outcomeOf(failedWith({ outcome: 'denied', error }))).toBe('denied'))

  it('is failed when only the code of a server says so', () => expect(outcomeOf(failedWith({ error }))).toBe('failed'))

  it('is unknown after a crash', () => expect(outcomeOf(failedWith({ outcome: 'unknown', error }))).toBe('unknown'))
})

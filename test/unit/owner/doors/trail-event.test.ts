import type { AuditState } from '@shared/trail/audit.js'
import { describe, expect, it } from 'vitest'
import { type ReportLine, writeEvents } from '../../../../src-main/owner/doors/stdin-events.js'

const well: AuditState = {
  rows: 1,
  head: { sequence: 1, hash: 'a' },
  bytes: 1,
  verified: { until: 1, whole: true },
  signed: false,
}
const broken = { sequence: 1, what: 'changed' } as const
const unwritable = { since: '2026-01-19T10:30:00Z', reason: 'full', why: 'disk', lost: 1 } as const

function reported(first: AuditState, ...later: AuditState[]): ReportLine[] {
  const lines: ReportLine[] = []
  const send = writeEvents((line) => lines.push(line))
  for (const state of [first, ...later]) send('audit:changed', state)
  return lines
}

describe('the trail, on stdout', () => {
  it('is not reported while it is intact', () => expect(reported(well, well)).toEqual([]))

  it('is reported once when it is broken at the start', () => {
    expect(reported({ ...well, broken }, { ...well, broken })).toEqual([{ event: 'audit', state: 'broken', broken }])
  })

  it('is reported when it cannot be written, and when it can be again', () => {
    expect(reported(well, { ...well, unwritable }, well)).toEqual([
      { event: 'audit', state: 'unwritable', unwritable },
      { event: 'audit', state: 'well' },
    ])
  })
})

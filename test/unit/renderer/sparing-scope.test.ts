import { describe, expect, it } from 'vitest'
import type { Duration, OpenApproval } from '../../../src-main/contract/approval.js'
import { rulesUnreadable, tainted } from '../../../src-main/policy/risk-raising.js'
import { sparingScopeOf } from '../../../src-renderer/features/approvals/pop-up/sparing-scope.js'

const lasting = (...durations: Duration[]): OpenApproval['offered'] => ({
  approve: { durations, coverages: [{ id: 'exactly' }] },
  deny: { durations: ['once'], coverages: [{ id: 'exactly' }] },
})
const offered = lasting('once', 'session', '60-minutes')

describe('a yes for a while at one press', () => {
  it('is offered where a client has read what players wrote, and nothing else makes it ask', () => {
    expect(sparingScopeOf({ raisedBy: [tainted], offered })).toBe('session')
    expect(sparingScopeOf({ raisedBy: [tainted, rulesUnreadable], offered })).toBeUndefined()
    expect(sparingScopeOf({ raisedBy: [{ ...tainted, owners: true }], offered })).toBeUndefined()
    expect(sparingScopeOf({ offered })).toBeUndefined()
  })

  it('reaches for an hour where the client has no session, and never further than main lets it', () => {
    expect(sparingScopeOf({ raisedBy: [tainted], offered: lasting('once', '60-minutes') })).toBe('60-minutes')
    expect(sparingScopeOf({ raisedBy: [tainted], offered: lasting('once') })).toBeUndefined()
    expect(sparingScopeOf({ raisedBy: [tainted], offered, mustType: 'player.ban' })).toBeUndefined()
  })
})

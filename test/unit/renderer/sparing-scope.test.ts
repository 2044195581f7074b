import { describe, expect, it } from 'vitest'
import type { OpenApproval } from '../../../src-main/contract/approval.js'
import { rulesUnreadable, tainted } from '../../../src-main/policy/risk-raising.js'
import { sparingScopeOf } from '../../../src-renderer/features/approvals/pop-up/sparing-scope.js'

const scopes: OpenApproval['scopes'] = { approve: ['once', 'session', '60-minutes'], deny: ['once'] }

describe('a yes for a while at one press', () => {
  it('is offered where a client has read what players wrote, and nothing else makes it ask', () => {
    expect(sparingScopeOf({ raisedBy: [tainted], scopes })).toBe('session')
    expect(sparingScopeOf({ raisedBy: [tainted, rulesUnreadable], scopes })).toBeUndefined()
    expect(sparingScopeOf({ raisedBy: [{ ...tainted, owners: true }], scopes })).toBeUndefined()
    expect(sparingScopeOf({ scopes })).toBeUndefined()
  })

  it('reaches for an hour where the client has no session, and never further than main lets it', () => {
    expect(sparingScopeOf({ raisedBy: [tainted], scopes: { ...scopes, approve: ['once', '60-minutes'] } })).toBe(
      '60-minutes',
    )
    expect(sparingScopeOf({ raisedBy: [tainted], scopes: { ...scopes, approve: ['once'] } })).toBeUndefined()
    expect(sparingScopeOf({ raisedBy: [tainted], scopes, mustType: 'player.ban' })).toBeUndefined()
  })
})

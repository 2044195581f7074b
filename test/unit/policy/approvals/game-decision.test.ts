import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBeApprovedInGame } from '../../../../src-main/policy/approvals/game-approval.js'
import { containsCode, parseGameDecision } from '../../../../src-main/policy/approvals/game-decision.js'

describe('an answer in the chat of the game', () => {
  it.each([
    ['#approve 4821', 'approve', '4821'],
    ['#Approve4821', 'approve', '4821'],
    ['＃同意　４８２１', 'approve', '4821'],
    ['#批准 4821', 'approve', '4821'],
    ['§a#deny§r 48 21', 'deny', '4821'],
    ['#拒绝4821', 'deny', '4821'],
    ['#拒絕：4821', 'deny', '4821'],
    ['# link 482193', 'link', '482193'],
    ['#绑定 482193', 'link', '482193'],
    ['#approve', 'approve', ''],
    ['#approve me please', 'approve', ''],
    ['#approved!', 'approve', ''],
    ['#deny that', 'deny', ''],
    ['#同意 4821 谢谢', 'approve', '4821'],
  ])('is read in %j', (message, kind, code) => {
    expect(parseGameDecision(message)).toEqual({ kind, code })
  })

  it.each(['approve 4821', 'say #approve 4821', '#help', '#', '', '同意'])('is not read in %j', (message) => {
    expect(parseGameDecision(message)).toBeUndefined()
  })

  it('is read from any text without an error, and bounded', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5_000, unit: 'binary' }), (text) => {
        expect((parseGameDecision(`#approve ${text}`)?.code ?? '').length).toBeLessThanOrEqual(16)
      }),
    )
  })

  it.each(['4821', 'my code is 4821!', '4 8 2 1', '４８２１', '/approve 4821'])(
    'has its code found in %j',
    (message) => {
      expect(containsCode(message, '4821')).toBe(true)
    },
  )
})

describe('a request', () => {
  const asked = {
    risk: 'high',
    needed: 1,
    agreed: [],
    caller: { type: 'model', id: 'mcp:test', name: 'A test' },
  } as const
  const steve = { name: 'Steve', callers: ['chat:steve'] }

  it('may be approved in the game when it needs one person', () => {
    expect(mayBeApprovedInGame(asked, steve)).toBe(true)
  })

  it.each([
    ['is critical', { risk: 'critical' as const }],
    ['has an unknown risk', { risk: 'harmless' as never }],
    ['needs two people', { needed: 2 }],
    ['was agreed to by somebody', { agreed: ['desktop'] }],
    ['needs typing', { mustType: 'Alex' }],
    [
      'comes from that player by chat',
      { caller: { type: 'model', id: 'chat:steve', name: 'Steve, by chat' } as const },
    ],
    ['comes from a caller of that name', { caller: { type: 'user', id: 'x', name: 'steve' } as const }],
  ])('may not when it %s', (_why, change) => {
    expect(mayBeApprovedInGame({ ...asked, ...change }, steve)).toBe(false)
  })
})

import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBeApprovedInGame } from '../../../../src-main/policy/approvals/game-approval.js'
import { containsCode, parseGameDecision } from '../../../../src-main/policy/approvals/game-decision.js'
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll } from '../../../fixtures/properties.js'

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

  it('is read from any text without an error, and bounded', () =>
    forAll(fc.string({ maxLength: 5_000, unit: 'binary' }), (text) => {
      expect((parseGameDecision(`#approve ${text}`)?.code ?? '').length).toBeLessThanOrEqual(16)
    }))

  it.each([
    ...[
      '4821',
      'my code is 4821!',
      '4 8 2 1',
      '４８２１',
      '/approve 4821',
      '4.8.2.1',
      '4-8-2-1',
      '48\u200b21',
      '48§b21',
    ],
    ...['4️⃣8️⃣2️⃣1️⃣', '④⑧②①', '❹❽❷❶', '⁴⁸²¹', '𝟒𝟖𝟐𝟏', '٤٨٢١', '४८२१', '๔๘๒๑', '4٨二one', '〤〨〢〡'],
    ...[
      'four eight two one',
      'FOUR-EIGHT-TWO-ONE',
      'foureighttwoone',
      'forty-eight twenty-one',
      '四八二一',
      '肆捌贰壹',
    ],
    ...['four thousand eight hundred twenty one', '四千八百二十一', 'one: 4821', '4 apples, 8 logs, 2 and 1'],
  ])('has its code found in %j', (message) => {
    expect(containsCode(message, '4821')).toBe(true)
  })

  it.each(['', 'hello', '4812', 'four eight', '8421'])('has its code not found in %j', (message) => {
    expect(containsCode(message, '4821')).toBe(false)
  })

  it('has its code found in the digits of every script and whatever stands between them, in bounded time', () => {
    const zeros = Array.from({ length: 0x1f000 }, (_, code) => code).filter(
      (code) =>
        /\p{Nd}/u.test(String.fromCodePoint(code)) && !/\p{Nd}/u.test(String.fromCodePoint(Math.max(code - 1, 0))),
    )
    expect(zeros.length).toBeGreaterThan(50)
    const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    const spelling = fc.oneof(
      fc.constantFrom(...zeros).map((zero) => (digit: number) => String.fromCodePoint(zero + digit)),
      fc.constant((digit: number) => words[digit] ?? ''),
      fc.constant((digit: number) => '零一二三四五六七八九'[digit] ?? ''),
    )
    const between = fc.string({ unit: fc.constantFrom('.', ' ', '-', 'x', '\u200b', '😀'), maxLength: 5 })
    const digits = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(9)))
    forAll(digits, fc.array(spelling, { minLength: 4, maxLength: 4 }), between, (code, spellings, gap) => {
      const message = code.map((digit, at) => spellings[at]?.(digit)).join(gap)
      expect(containsCode(message, code.join(''))).toBe(true)
    })
    const started = processorMs()
    expect(containsCode('seventeenforty'.repeat(100_000), '4821')).toBe(false)
    expect(processorMs() - started).toBeLessThan(1_000)
  })
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
    expect(mayBeApprovedInGame(asked, steve, everyAnswerPlace)).toBe(true)
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
    expect(mayBeApprovedInGame({ ...asked, ...change }, steve, everyAnswerPlace)).toBe(false)
  })
})

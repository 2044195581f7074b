import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codeLimits,
  type GameCodeEvent,
  type GameCodeOutcome,
  type GameCodes,
  hasRoom,
  isPaused,
  nextCodes,
  noCodes,
} from '../../../../src-main/policy/approvals/game-codes.js'
import { forAll } from '../../../fixtures/properties.js'

const given = (id: string, approve: string, deny = approve): GameCodeEvent => ({
  kind: 'given',
  id,
  code: { approve, deny },
})
const types = (code: string, isOwner = true): GameCodeEvent => ({ kind: 'typed', code, isOwner })

/** The outcomes of events, one after the other. */
function outcomesOf(...events: readonly GameCodeEvent[]): { outcomes: GameCodeOutcome[]; codes: GameCodes } {
  let codes = noCodes
  const outcomes = events.map((event) => {
    const [next, outcome] = nextCodes(codes, event)
    codes = next
    return outcome
  })
  return { outcomes, codes }
}

const anyEvent: fc.Arbitrary<GameCodeEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('given' as const),
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    code: fc.record({
      approve: fc.constantFrom('1111', '2222', '3333', '4444'),
      deny: fc.constantFrom('1111', '2222', '3333', '4444'),
    }),
  }),
  fc.record({ kind: fc.constant('ended' as const), id: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  fc.record({
    kind: fc.constant('typed' as const),
    code: fc.constantFrom('1111', '2222', '3333', '4444', '9999', ''),
    isOwner: fc.boolean(),
  }),
)

describe('codes of requests in the game', () => {
  it('decide their request once; typed again they are late', () => {
    const { outcomes } = outcomesOf(given('a', '4821'), types('4821'), types('4821'))
    expect(outcomes).toEqual([{ kind: 'none' }, { kind: 'answered', id: 'a', decision: 'approve' }, { kind: 'late' }])
  })

  it('deny with a code of their own, and both end together', () => {
    const { outcomes } = outcomesOf(given('a', '4821', '9137'), types('9137'), types('4821'), types('-4821'))
    expect(outcomes.slice(1)).toEqual([
      { kind: 'answered', id: 'a', decision: 'deny' },
      { kind: 'late' },
      { kind: 'none' },
    ])
  })

  it('end with the request', () => {
    const { outcomes } = outcomesOf(given('a', '4821'), { kind: 'ended', id: 'a' }, types('4821'))
    expect(outcomes.at(-1)).toEqual({ kind: 'late' })
  })

  it('end all together after three wrong codes, whatever requests those were for', () => {
    const { outcomes, codes } = outcomesOf(
      ...[
        given('a', '4821'),
        types('0001'),
        types('4821'),
        given('b', '7777'),
        types('0002'),
        types('0003'),
        types('7777'),
      ],
    )
    expect(outcomes.slice(1)).toEqual([
      { kind: 'wrong', triesLeft: 2 },
      { kind: 'answered', id: 'a', decision: 'approve' },
      { kind: 'none' },
      { kind: 'wrong', triesLeft: 1 },
      { kind: 'paused' },
      { kind: 'none' },
    ])
    expect(codes.open.size).toBe(0)
    expect(hasRoom(codes)).toBe(false)
  })

  it('count a text as wrong only when it is a code and a code is open', () => {
    const { outcomes, codes } = outcomesOf(types('4821'), given('a', '4821'), types(''), types('482'), types('48210'))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['late', 'none', 'none', 'none', 'none'])
    expect(codes.wrong).toBe(0)
  })

  it('end when another player types them, and that counts as wrong', () => {
    const { outcomes, codes } = outcomesOf(given('a', '4821'), types('4821', false), types('4821'))
    expect(outcomes.slice(1)).toEqual([{ kind: 'leaked', id: 'a' }, { kind: 'late' }])
    expect(codes.wrong).toBe(1)
  })

  it('stay as they are while other players type wrong ones', () => {
    const nonsense = Array.from({ length: 50 }, (_, at) => types(String(at), false))
    const { outcomes } = outcomesOf(given('a', '4821'), ...nonsense, types('4821'))
    expect(outcomes.at(-1)).toEqual({ kind: 'answered', id: 'a', decision: 'approve' })
  })

  it('decide only what the owner’s player types while the code is open, at most once for each request', () =>
    forAll(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let codes = noCodes
      let wrong = 0
      for (const event of events) {
        const [next, outcome] = nextCodes(codes, event)
        if (outcome.kind === 'answered') {
          expect(event).toMatchObject({
            ...{ kind: 'typed', isOwner: true },
            code: codes.open.get(outcome.id)?.[outcome.decision],
          })
          expect(next.open.has(outcome.id)).toBe(false)
        }
        if (outcome.kind === 'wrong' || outcome.kind === 'leaked' || outcome.kind === 'paused') wrong += 1
        expect(next.open.size).toBeLessThanOrEqual(codeLimits.open)
        expect(next.spent.length).toBeLessThanOrEqual(codeLimits.spent)
        const codesOf = [...next.open.values()].map(({ approve, deny }) => [...new Set([approve, deny])])
        expect(new Set(codesOf.flat()).size).toBe(codesOf.flat().length)
        expect(next.wrong).toBe(wrong)
        expect(isPaused(next)).toBe(wrong >= codeLimits.wrong)
        if (isPaused(next)) expect(next.open.size).toBe(0)
        codes = next
      }
      expect(wrong).toBeLessThanOrEqual(codeLimits.wrong)
    }))
})

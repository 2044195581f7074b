import { practiceId } from '@shared/approvals/practice.js'
import { everyAi, type Rule, type RuleEffect } from '@shared/approvals/rule.js'
import { chatPlayerId } from '@shared/features/chat.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWider, matchRules, problemOf, type RuleQuery } from '../../../../src-main/policy/rules/rules.js'
import { times } from '../../../fixtures/properties.js'

const now = Date.parse('2026-01-19T10:30:00Z')
const [manifest, otherManifest] = ['a'.repeat(64), 'b'.repeat(64)]
const [given, otherGiven] = ['c'.repeat(64), 'd'.repeat(64)]

const call: RuleQuery = {
  caller: { type: 'model', id: 'bridge', name: 'Claude', sessionId: 's1' },
  serverId: 'survival',
  capabilityId: 'world.time.set',
  manifest,
  argumentsHash: given,
  isValidFor: () => false,
  risk: 'high',
  now,
}

let count = 0
const rule = (part: Partial<Rule> = {}): Rule => ({
  id: `rule-${count++}`,
  effect: 'allow',
  client: { id: 'bridge', name: 'Claude' },
  server: 'survival',
  capability: 'world.time.set',
  manifest,
  maxRisk: 'high',
  createdBy: { id: 'desktop', name: 'desktop', kind: 'desktop' },
  createdAt: '2026-01-19T10:00:00.000Z',
  uses: 0,
  ...part,
})
const effectOf = (rules: readonly Rule[], part: Partial<RuleQuery> = {}): RuleEffect | undefined =>
  matchRules(rules, { ...call, ...part })?.effect

const risk = fc.constantFrom('low', 'medium', 'high', 'critical' as const)
const anyRule: fc.Arbitrary<Rule> = fc
  .record(
    {
      effect: fc.constantFrom<RuleEffect>('allow', 'ask', 'deny'),
      client: fc.constantFrom(
        { id: 'bridge', name: 'Claude' },
        { id: 'bridge', name: 'Cursor' },
        { id: 'x', name: 'X' },
      ),
      server: fc.constantFrom('survival', 'creative'),
      capability: fc.constantFrom('world.time.set', 'world.**', '**', 'player.ban', 'world.*.set'),
      manifest: fc.constantFrom(manifest, otherManifest),
      arguments: fc.constantFrom({ hash: given, shown: {} }, { hash: otherGiven, shown: {} }),
      maxRisk: risk,
      expiresAt: fc.constantFrom(
        new Date(now - 1).toISOString(),
        new Date(now).toISOString(),
        new Date(now + 1).toISOString(),
      ),
      sessionId: fc.constantFrom('s1', 's2'),
      maxUses: fc.integer({ min: 1, max: 3 }),
      uses: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ['effect', 'capability', 'maxRisk', 'uses'] },
  )
  .map(({ client, server, ...part }) => {
    const { client: _client, server: _server, ...base } = rule()
    return { ...base, ...(client && { client }), ...(server && { server }), ...part } as Rule
  })
const anyRules = fc.array(anyRule, { maxLength: 8 })
const anyCall: fc.Arbitrary<RuleQuery> = risk.map((level) => ({ ...call, risk: level }))
const strength = (effect: RuleEffect | undefined): number =>
  effect === undefined ? 0 : { allow: 1, ask: 2, deny: 3 }[effect]

describe('rules', () => {
  it('does not count before it was made, where the clock was set back and it ends', () => {
    const made = new Date(now + 86_400_000)
    const ends = { createdAt: made.toISOString(), expiresAt: new Date(made.getTime() + 300_000).toISOString() }
    expect(effectOf([rule(ends)])).toBeUndefined()
    expect(effectOf([rule({ createdAt: ends.createdAt })])).toBe('allow')
    expect(effectOf([rule({ ...ends, effect: 'deny' })])).toBe('deny')
    const corrected = { ...ends, createdAt: new Date(now + 30_000).toISOString() }
    expect(effectOf([rule(corrected)])).toBe('allow')
  })

  it('decide the same in any order', () =>
    times(2_000).forAll(
      anyRules.chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length }))),
      anyCall,
      ([rules, shuffled], one) => {
        expect(matchRules(shuffled, one)).toEqual(matchRules(rules, one))
      },
    ))

  // verifies: promise 4
  it('deny when one of them denies, and ask when one asks', () =>
    times(2_000).forAll(anyRules, anyCall, (rules, one) => {
      const alone = rules.map((each) => strength(matchRules([each], one)?.effect))
      expect(strength(matchRules(rules, one)?.effect)).toBe(Math.max(0, ...alone))
    }))

  it('never allow a critical call, a higher risk than was shown, or a changed manifest', () =>
    times(2_000).forAll(anyRules, anyCall, (rules, one) => {
      const verdict = matchRules(rules, one)
      if (verdict?.effect !== 'allow') return
      const ladder = ['low', 'medium', 'high', 'critical']
      expect(one.risk).not.toBe('critical')
      expect(ladder.indexOf(one.risk)).toBeLessThanOrEqual(ladder.indexOf(verdict.rule.maxRisk))
      expect(verdict.rule.manifest).toBe(one.manifest)
      expect(verdict.rule.client?.name).toBe(one.caller.name)
    }))

  it('never apply when they are expired or used up', () =>
    times(2_000).forAll(anyRules, anyCall, (rules, one) => {
      const verdict = matchRules(rules, one)
      if (!verdict) return
      const { expiresAt, maxUses, uses, effect } = verdict.rule
      if (expiresAt !== undefined) expect(Date.parse(expiresAt)).toBeGreaterThan(now)
      if (effect === 'allow' && maxUses !== undefined) expect(uses).toBeLessThan(maxUses)
    }))

  it('never allow more when one that allows is removed', () =>
    times(2_000).forAll(anyRules, fc.nat(7), anyCall, (rules, at, one) => {
      const gone = rules[at]
      if (gone?.effect !== 'allow') return
      const before = matchRules(rules, one)?.effect
      const after = matchRules(
        rules.filter((each) => each !== gone),
        one,
      )?.effect
      if (after === 'allow') expect(before).toBe('allow')
      if (before === 'deny' || before === 'ask') expect(after).toBe(before)
    }))

  it('name the most specific of those that say the same as the reason', () => {
    const wide = rule({ effect: 'deny', capability: 'world.**' })
    const narrow = rule({ effect: 'deny', arguments: { hash: given, shown: {} } })
    expect(matchRules([wide, narrow], call)?.rule).toBe(narrow)
  })

  it('count for the arguments, the session, the server and the client they name', () => {
    expect(effectOf([rule({ arguments: { hash: given, shown: {} } })])).toBe('allow')
    expect(effectOf([rule({ arguments: { hash: given, shown: {} } })], { argumentsHash: otherGiven })).toBeUndefined()
    expect(effectOf([rule({ sessionId: 's2' })])).toBeUndefined()
    expect(effectOf([rule()], { serverId: 'creative' })).toBeUndefined()
    expect(effectOf([rule()], { caller: { ...call.caller, id: 'client:1' } })).toBeUndefined()
  })

  it('that allow are about the program of that name behind the bridge', () => {
    const caller = { ...call.caller, name: 'Somebody else' }
    expect(effectOf([rule()])).toBe('allow')
    expect(effectOf([rule()], { caller })).toBeUndefined()
    expect(effectOf([rule()], { caller: { ...caller, namedByOwner: true } })).toBe('allow')
  })

  it.each<RuleEffect>(['ask', 'deny'])('that %s apply to every program behind the bridge, by any name', (effect) => {
    expect(effectOf([rule({ effect })])).toBe(effect)
    expect(effectOf([rule({ effect })], { caller: { ...call.caller, name: 'Somebody else' } })).toBe(effect)
  })

  it('without a name ask about and deny every program with the key, and allow nothing', () => {
    const client = { id: 'bridge', name: '' }
    expect(effectOf([rule({ effect: 'deny', client })])).toBe('deny')
    expect(effectOf([rule({ effect: 'ask', client })])).toBe('ask')
    expect(effectOf([rule({ client })])).toBeUndefined()
  })

  it('that the owner chose for every AI allow AI clients, but no player in chat and no person', () => {
    const chosen = rule({ client: everyAi, what: { id: 'any' } })
    const by = (caller: Partial<RuleQuery['caller']>) => effectOf([chosen], { caller: { ...call.caller, ...caller } })
    expect(by({})).toBe('allow')
    expect(by({ id: 'client:1', name: 'Cursor', namedByOwner: true })).toBe('allow')
    expect(by({ id: chatPlayerId('abc') })).toBeUndefined()
    expect(by({ id: practiceId })).toBeUndefined()
    expect(by({ type: 'user', id: 'desktop' })).toBeUndefined()
    expect(by({ type: 'system', id: 'others' })).toBeUndefined()
  })

  it('that the owner chose for every AI do not count after text of others, whatever the risk', () => {
    const chosen = rule({ client: everyAi, what: { id: 'any' } })
    expect(effectOf([chosen], { hasReadText: true })).toBeUndefined()
    expect(effectOf([rule()], { hasReadText: true })).toBe('allow')
  })

  it('that allow must name one client, one server and one capability, and nothing critical', () => {
    const { client: _client, ...forAll } = rule()
    expect(problemOf(rule())).toBeUndefined()
    for (const one of [forAll, rule({ capability: 'world.**' }), rule({ maxRisk: 'critical' })]) {
      expect(problemOf(one)).toBeDefined()
      expect(effectOf([one])).toBeUndefined()
    }
    expect(problemOf({ effect: 'deny', capability: '**', maxRisk: 'critical' })).toBeUndefined()
  })

  it('that allow are narrowed by a change, never widened', () => {
    const until = (at: number) => new Date(now + at).toISOString()
    expect(isWider(rule(), rule({ expiresAt: until(5) }))).toBe(false)
    expect(isWider(rule({ expiresAt: until(5) }), rule({ expiresAt: until(6) }))).toBe(true)
    expect(isWider(rule({ expiresAt: until(5) }), rule())).toBe(true)
    expect(isWider(rule({ maxUses: 2 }), rule({ maxUses: 3 }))).toBe(true)
    expect(isWider(rule({ effect: 'deny' }), rule())).toBe(true)
    expect(isWider(rule(), rule({ effect: 'deny' }))).toBe(false)
  })
})

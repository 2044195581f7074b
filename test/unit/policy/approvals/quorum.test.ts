import type { Person } from '@shared/approvals/approval.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultQuorum, isRequester, isTyped, quorumOf } from '../../../../src-main/policy/approvals/quorum.js'
import { demandsOf } from '../../../../src-main/policy/risk/risk.js'
import { forAll } from '../../../fixtures/properties.js'

const risk = fc.constantFrom('low', 'medium', 'high', 'critical' as const)
const settings = fc.record({
  criticalQuorum: fc.integer({ min: 0, max: 4 }),
  quorums: fc.dictionary(fc.constantFrom('player.ban', 'player.**', 'world.**'), fc.integer({ min: 1, max: 4 })),
})
const steve: Person = { id: 'player:1', name: 'Steve', kind: 'player' }

describe('a quorum', () => {
  it('is the quorum of the risk when nothing is set', () => {
    for (const level of ['low', 'medium', 'high', 'critical'] as const) {
      const demanded = demandsOf(level).approvers
      expect(quorumOf({ capabilityId: 'player.ban', risk: level, demanded }, defaultQuorum)).toBe(demanded)
    }
  })

  // verifies: calls-risk critical
  it('is never lower than the risk requires, except for a lone owner and a critical action', () =>
    forAll(risk, settings, (level, set) => {
      const demanded = demandsOf(level).approvers
      const needed = quorumOf({ capabilityId: 'player.ban', risk: level, demanded }, set)
      expect(needed).toBeGreaterThanOrEqual(level === 'critical' ? Math.max(1, set.criticalQuorum) : demanded)
    }))

  it('can be raised for a capability, so that even what is harmless is asked', () => {
    const quorums = { 'player.**': 3 }
    expect(quorumOf({ capabilityId: 'player.list', risk: 'low', demanded: 0 }, { criticalQuorum: 1, quorums })).toBe(3)
    expect(
      quorumOf({ capabilityId: 'world.time.set', risk: 'high', demanded: 1 }, { criticalQuorum: 1, quorums }),
    ).toBe(1)
  })

  it('of one for a critical action requires a typed confirmation', () => {
    expect([isTyped('critical', 1), isTyped('critical', 2), isTyped('high', 1)]).toEqual([true, false, false])
  })

  // verifies: promise 5
  it('never counts the caller', () => {
    expect(isRequester(steve, { type: 'user', id: 'player:1', name: 'x' })).toBe(true)
    expect(isRequester(steve, { type: 'user', id: 'chat', name: 'steve' })).toBe(true)
    expect(isRequester({ ...steve, callers: ['client:7'] }, { type: 'model', id: 'client:7', name: 'x' })).toBe(true)
    expect(isRequester(steve, { type: 'model', id: 'bridge', name: 'Claude' })).toBe(false)
  })

  it('is not lowered by a model with the name of a person', () => {
    expect(isRequester(steve, { type: 'model', id: 'bridge', name: 'Steve' })).toBe(false)
  })
})

import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demandsOf, demandsOfRisk, higherRisk, knownLevel, riskOf } from '../../../../src-main/policy/risk/risk.js'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { forAll } from '../../../fixtures/properties.js'

const ladder: readonly RiskLevel[] = ['low', 'medium', 'high', 'critical']
const rank = (level: string): number => {
  const known = ladder.indexOf(level as RiskLevel)
  return known < 0 ? ladder.length - 1 : known
}
const anyLevel = fc.constantFrom<RiskLevel>(...ladder)
const anyWord = fc.oneof(anyLevel, fc.string(), fc.constantFrom('constructor', '__proto__', 'toString', 'LOW', ''))
const anyRisk: fc.Arbitrary<Risk> = fc.record(
  {
    level: anyLevel,
    snapshotRequired: fc.boolean(),
    approvalRequired: fc.boolean(),
    rollbackSupported: fc.boolean(),
    reason: fc.string(),
    auditLevel: fc.constantFrom('none', 'basic', 'detailed', 'full'),
  },
  { requiredKeys: ['level'] },
)
const anyCore = fc.constantFrom<CapabilityManifest>(...coreCatalogue.values())

// verifies: calls-risk
describe('a risk level', () => {
  // verifies: calls-risk low, calls-risk medium
  it('asks nobody about a low or a medium call', () => {
    expect(demandsOf('low')).toEqual({ approvers: 0, snapshot: 'none', audit: 'basic' })
    expect(demandsOf('medium')).toEqual({ approvers: 0, snapshot: 'when-possible', audit: 'detailed' })
  })

  // verifies: calls-risk high
  it('asks one person about a high call and two about a critical one', () => {
    expect(demandsOf('high')).toEqual({ approvers: 1, snapshot: 'required', audit: 'full' })
    expect(demandsOf('critical')).toEqual({ approvers: 2, snapshot: 'required', audit: 'full' })
  })

  // verifies: manifest-risk level
  it('treats every level it does not know as critical', () =>
    forAll(anyWord, (word) => {
      fc.pre(!ladder.includes(word as RiskLevel))
      expect(knownLevel(word)).toBe('critical')
      expect(demandsOf(word)).toEqual(demandsOf('critical'))
    }))

  it('demands more, never less, as the level rises', () =>
    forAll(anyLevel, anyLevel, (one, other) => {
      fc.pre(rank(one) <= rank(other))
      expect(demandsOf(one).approvers).toBeLessThanOrEqual(demandsOf(other).approvers)
    }))
})

it('the audit level of a core capability is the higher of those of the catalogue and the server', () => {
  const get = coreCatalogue.get('player.list') as CapabilityManifest
  const offered = (auditLevel: 'none' | 'full') => ({ ...get, risk: { level: 'low' as const, auditLevel } })
  expect(demandsOfRisk(riskOf(offered('full'), get)).audit).toBe('full')
  expect(demandsOfRisk(riskOf(offered('none'), get)).audit).toBe('basic')
})

it('the higher of two levels is at least as high as each, and is one of them', () =>
  forAll(anyWord, anyWord, (one, other) => {
    const both = higherRisk(one, other)
    expect(rank(both)).toBe(Math.max(rank(one), rank(other)))
    expect([knownLevel(one), knownLevel(other)]).toContain(both)
  }))

describe('the effective risk', () => {
  // verifies: manifest-risk level, invariant 4
  it('a provider cannot lower the risk', () =>
    forAll(anyCore, anyRisk, (core, theirs) => {
      const ours = core.risk ?? { level: 'low' }
      const counted = riskOf({ id: core.id, type: core.type, risk: theirs }, core)
      expect(rank(counted.level)).toBeGreaterThanOrEqual(rank(ours.level))
      expect(demandsOfRisk(counted).approvers).toBeGreaterThanOrEqual(demandsOfRisk(ours).approvers)
      if (ours.snapshotRequired) expect(counted.snapshotRequired).toBe(true)
      if (ours.approvalRequired) expect(counted.approvalRequired).toBe(true)
    }))

  it('is raised by a provider that knows its capability to be more dangerous', () =>
    forAll(anyCore, anyRisk, (core, theirs) => {
      const counted = riskOf({ id: core.id, type: core.type, risk: theirs }, core)
      expect(rank(counted.level)).toBeGreaterThanOrEqual(rank(theirs.level))
      if (theirs.approvalRequired) expect(demandsOfRisk(counted).approvers).toBeGreaterThanOrEqual(1)
    }))

  it('is stable: scoring the outcome again changes nothing', () =>
    forAll(anyCore, anyRisk, (core, theirs) => {
      const once = riskOf({ id: core.id, type: core.type, risk: theirs }, core)
      expect(riskOf({ id: core.id, type: core.type, risk: once }, core)).toEqual(once)
    }))

  it('is high for an action without a risk', () => {
    expect(riskOf(manifestOf({ type: 'action' })).level).toBe('high')
  })

  it('is high at least for an action that is neither in the catalogue nor of a third party', () => {
    expect(riskOf({ id: 'plugin.reload', type: 'action', risk: { level: 'low' } }).level).toBe('high')
    expect(riskOf({ id: 'ext.shop.list', type: 'action', risk: { level: 'low' } }).level).toBe('low')
  })

  // verifies: capability-kinds context 4
  it('is low for a read without a risk', () => {
    expect(riskOf(manifestOf({ type: 'context' })).level).toBe('low')
  })

  it('is that of the catalogue for a core capability without a risk', () => {
    const core = coreCatalogue.get('world.time.set')
    expect(riskOf({ id: 'world.time.set', type: 'action' }, core)).toEqual(core?.risk)
  })
})

// verifies: manifest-risk
describe('the requirements of a risk', () => {
  // verifies: manifest-risk approvalRequired
  it('include one approver when the manifest asks for approval', () => {
    expect(demandsOfRisk({ level: 'low', approvalRequired: true }).approvers).toBe(1)
    expect(demandsOfRisk({ level: 'critical', approvalRequired: true }).approvers).toBe(2)
  })

  // verifies: manifest-risk approvalRequired
  it('are not lowered by a manifest that needs no approval', () => {
    expect(demandsOfRisk({ level: 'high', approvalRequired: false, snapshotRequired: false })).toEqual(
      demandsOf('high'),
    )
  })

  it('include a snapshot when the manifest requires one', () => {
    expect(demandsOfRisk({ level: 'medium', snapshotRequired: true }).snapshot).toBe('required')
  })

  // verifies: manifest-risk auditLevel
  it('include the audit level of the manifest when it is higher', () => {
    expect(demandsOfRisk({ level: 'low', auditLevel: 'full' }).audit).toBe('full')
    expect(demandsOfRisk({ level: 'high', auditLevel: 'none' }).audit).toBe('full')
  })
})

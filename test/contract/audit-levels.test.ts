import { coreCatalogue } from '@contract/core-catalogue.js'
import type { AuditLevel, RiskLevel } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import schema from '../../schemas/capability-manifest-v1.json' with { type: 'json' }
import { demandsOf, riskOf } from '../../src-main/policy/risk/risk.js'
import { acceptedManifestOf, matchesAccepted } from '../../src-main/policy/trust/manifest-trust.js'
import { admitInProcess as admit } from '../fakes/admission.js'
import { manifestOf } from '../fakes/fake-provider.js'
import { forAll } from '../fixtures/properties.js'

const levels: readonly RiskLevel[] = ['low', 'medium', 'high', 'critical']
const audits: readonly AuditLevel[] = ['none', 'basic', 'detailed', 'full']
const risk = fc.record({ level: fc.constantFrom(...levels), auditLevel: fc.constantFrom(...audits) })

describe('the audit level that is reported', () => {
  it('is that of the matrix for every capability of the catalogue', () => {
    for (const { id, risk } of coreCatalogue.values()) {
      expect(risk?.auditLevel, id).toBe(demandsOf(risk?.level ?? '').audit)
    }
  })

  it('is basic for low risk, in both forms of an offer', async () => {
    const { capabilities } = await admit([
      { id: 'world.time.get', version: '1.0.0', type: 'context' },
      { ...coreCatalogue.get('player.list'), risk: { level: 'low' } },
      manifestOf({ risk: { level: 'low' } }),
      manifestOf({ id: 'ext.shopkeeper.count' }),
    ])
    expect(capabilities.map((one) => one.risk?.auditLevel)).toEqual(['basic', 'basic', 'basic', 'basic'])
  })

  it('has its default in the schema', () => {
    expect(schema.definitions.AuditLevel).toMatchObject({ enum: [...audits], default: 'basic' })
  })

  // verifies: manifest-risk
  it('is never less than the matrix says, nor less than was asked for', () =>
    forAll(risk, (offered) => {
      const reported = audits.indexOf(riskOf(manifestOf({ risk: offered })).auditLevel ?? 'none')
      expect(reported).toBeGreaterThanOrEqual(audits.indexOf(demandsOf(offered.level).audit))
      expect(reported).toBeGreaterThanOrEqual(audits.indexOf(offered.auditLevel))
    }))

  it('does not quarantine what was accepted before audit levels were reported', () => {
    const before = manifestOf({ risk: { level: 'low' } })
    expect(matchesAccepted(acceptedManifestOf(before), { ...before, risk: riskOf(before) })).toBe(true)
    expect(matchesAccepted(acceptedManifestOf(before), { ...before, risk: { level: 'low', auditLevel: 'full' } })).toBe(
      false,
    )
  })
})

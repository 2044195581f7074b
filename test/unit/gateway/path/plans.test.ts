import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'
import type { RiskRule } from '@contract/risk-rule.js'
import type { Rights } from '@shared/clients/client.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { permissionFor } from '../../../../src-main/gateway/path/rights.js'
import type { ServerLink } from '../../../../src-main/gateway/ports/provider.js'
import { evaluatePermissions } from '../../../../src-main/policy/rights/rights.js'
import { demandsOfRisk, riskOf } from '../../../../src-main/policy/risk/risk.js'
import { raisedByRules, raiseRisk } from '../../../../src-main/policy/risk/risk-raising.js'
import { riskRules } from '../../../../src-main/policy/risk/risk-rules.js'
import { forAll } from '../../../fixtures/properties.js'

/** What a decision about a call depends on besides its arguments. Each is replaced when it changes, as in the program. */
interface State {
  readonly rights: Rights
  readonly manifest: CapabilityManifest
  readonly rules: readonly RiskRule[]
  readonly serverId: string
}

const levels: readonly RiskLevel[] = ['low', 'medium', 'high', 'critical']
const ids = ['world.time.get', 'world.time.set', 'chat.broadcast', 'ext.shop.price.get', 'ext.shop.clear.all'] as const
const roles = ['none', 'viewer', 'operator', 'admin', 'super_admin'] as const
const servers = ['survival', 'creative'] as const

const aRights: fc.Arbitrary<Rights> = fc.record({
  role: fc.constantFrom(...roles),
  roles: fc.dictionary(fc.constantFrom(...servers), fc.constantFrom(...roles), { maxKeys: 2 }),
  permissions: fc.array(
    fc.record({
      permission: fc.constantFrom('mcp.context.**', 'mcp.action.**', ...ids.map((id) => `mcp.context.${id}`)),
      effect: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
    }),
    { maxLength: 3 },
  ),
})

const aManifest: fc.Arbitrary<CapabilityManifest> = fc
  .record({
    id: fc.constantFrom(...ids),
    level: fc.constantFrom(...levels),
    snapshot: fc.boolean(),
    more: fc.boolean(),
  })
  .map(({ id, level, snapshot, more }) => ({
    ...((coreCatalogue.get(id) ?? {
      id,
      name: id,
      version: '1.0.0',
      description: '',
      type: id.endsWith('.get') ? 'context' : 'action',
    }) as CapabilityManifest),
    risk: { level, snapshotRequired: snapshot },
    ...(more && { permissions: ['mcp.action.world.time'] }),
  }))

const someRules: fc.Arbitrary<readonly RiskRule[]> = fc.oneof(
  fc.constant(riskRules),
  fc.array(
    fc.record({
      id: fc.constantFrom('one', 'two'),
      capabilities: fc.array(fc.constantFrom('**', 'world.*.set', 'ext.**', '**.*clear*.**'), { minLength: 1 }),
      when: fc.constant([{ is: 'given', at: '/text' } as const]),
      raiseTo: fc.constantFrom('medium' as const, 'high' as const, 'critical' as const),
      because: fc.constant('It is tried out.'),
    }),
    { maxLength: 3 },
  ),
)

const aChange: fc.Arbitrary<Partial<State>> = fc.oneof(
  aRights.map((rights) => ({ rights })),
  aManifest.map((manifest) => ({ manifest })),
  someRules.map((rules) => ({ rules })),
  fc.constantFrom(...servers).map((serverId) => ({ serverId })),
  // Nothing changes: the same decision is looked up.
  fc.constant({}),
)

const given = { text: '@a', worldName: 'world', command: '/op Steve' }

function decide({ rights, manifest, rules, serverId }: State) {
  const risk = riskOf(manifest, coreCatalogue.get(manifest.id))
  const assessed = raiseRisk(
    risk,
    raisedByRules({ capabilityId: manifest.id, type: manifest.type, arguments: given }, rules),
  )
  const link = { server: { id: serverId } } as ServerLink
  return { verdict: permissionFor(rights, { manifest, link }), assessed, demands: demandsOfRisk(assessed) }
}

/** The same from copies that were never seen before: nothing can have been kept of them. */
function decideAfresh(state: State) {
  const { rights, manifest, rules, serverId } = structuredClone(state)
  const risk = riskOf(manifest, structuredClone(coreCatalogue.get(manifest.id)))
  const assessed = raiseRisk(
    risk,
    raisedByRules({ capabilityId: manifest.id, type: manifest.type, arguments: given }, rules),
  )
  return {
    verdict: evaluatePermissions(rights, { manifest, level: risk.level }, serverId),
    assessed,
    demands: demandsOfRisk(structuredClone(assessed)),
  }
}

it('a cached decision plan gives the same decision as without the cache, whatever changes in between', () => {
  const aState = fc.record({
    rights: aRights,
    manifest: aManifest,
    rules: someRules,
    serverId: fc.constantFrom(...servers),
  })
  forAll(aState, fc.array(aChange, { maxLength: 12 }), (first, changes) => {
    let state: State = first
    const before: State[] = []
    for (const change of [{}, ...changes]) {
      state = { ...state, ...change }
      before.push(state)
      expect(decide(state)).toEqual(decideAfresh(state))
    }
    // Earlier decisions stay the same, in any order.
    for (const earlier of before.reverse()) expect(decide(earlier)).toEqual(decideAfresh(earlier))
  })
})

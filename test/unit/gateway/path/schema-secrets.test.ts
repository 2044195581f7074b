import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Rule } from '@shared/approvals/rule.js'
import { describe, expect, it } from 'vitest'
import { planUndo } from '../../../../src-main/policy/undo/undoability.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { writer } from '../../../fakes/approvals-under-test.js'
import { settled } from '../../../fakes/fake-clock.js'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const secret = 'S3CRET-1234'
const given = { pin: secret, phrase: { word: secret }, to: 'x' }

const pay: CapabilityManifest = manifestOf({
  id: 'ext.bank.pay',
  type: 'action',
  risk: { level: 'high', rollbackSupported: true },
  permissions: ['mcp.action.ext.bank.pay'],
  parameters: {
    type: 'object',
    properties: {
      pin: { type: 'string', writeOnly: true },
      phrase: { type: 'object', properties: { word: { type: 'string', format: 'password' } } },
      to: { type: 'string' },
    },
  },
})

function scene() {
  const written: unknown[] = []
  const stores = memoryStores()
  const under = new GatewayUnderTest({
    stores: {
      approvals: {
        ...stores.approvals,
        write: (record) => {
          written.push(record)
          stores.approvals.write(record)
        },
      },
      rules: {
        ...stores.rules,
        write: (rule: Rule) => {
          written.push(rule)
          stores.rules.write(rule)
        },
      },
    },
  })
  const bank = under.serve('bank', [], { capabilities: [pay] }).answers('ext.bank.pay', () => ({ data: {} }))
  const ada = writer('ada')
  under.gateway.approvals.attach(ada)
  return { under, bank, ada, written }
}

describe('arguments that a schema calls a secret', () => {
  it('are shown to the approver and sent to the server, and appear nowhere else', async () => {
    const { under, bank, ada, written } = scene()
    const call = under.call('ext.bank.pay', given)
    const { id, arguments: seen } = await under.asked()
    under.gateway.approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: 'always' })
    expect(endOf(await call)).toBe('done')
    await settled()
    expect(seen).toEqual(given)
    expect(bank.requestsFor('ext.bank.pay')[0]?.arguments).toEqual(given)
    const [rule] = under.gateway.rules.list().rules
    expect(rule?.arguments?.shown).toMatchObject({ pin: '[redacted]', to: 'x' })
    expect(written.length).toBeGreaterThan(2)
    for (const kept of [written, under.audit.events, under.gateway.feed.recent(), rule]) {
      expect(JSON.stringify(kept)).not.toContain(secret)
    }
  })

  it('still bind the rule that a person makes of exactly these', async () => {
    const { under, ada } = scene()
    const call = under.call('ext.bank.pay', given)
    const { id } = await under.asked()
    under.gateway.approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: 'always' })
    await call
    expect(endOf(await under.call('ext.bank.pay', given))).toBe('done')
    const other = under.call('ext.bank.pay', { ...given, pin: 'another' })
    await under.asked()
    under.gateway.approvals.denyAll('ada')
    expect(endOf(await other)).toBe('denied')
  })

  it('are not kept to undo by, be they given or read before', () => {
    const action = {
      capabilityId: 'ext.bank.pay',
      given: { pin: secret },
      before: { pin: secret },
      risk: { level: 'high', rollbackSupported: true },
      demands: { snapshot: 'when-possible' },
      isCore: true,
    } as const
    const means = { snapshots: true, offers: () => true }
    expect(planUndo(action, means)).toEqual({ kind: 'snapshot' })
    for (const schemas of [{ given: pay.parameters }, { before: pay.parameters }]) {
      expect(planUndo({ ...action, schemas }, means)).toEqual({ kind: 'none', why: 'secret' })
    }
  })
})

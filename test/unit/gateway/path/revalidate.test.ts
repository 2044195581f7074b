import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const heal = manifestOf({ type: 'action', id: 'ext.shopkeeper.heal', risk: { level: 'medium' } })

function scene() {
  const validator = new CapabilityValidator()
  const meanwhile = { happens: () => {} }
  const under = new GatewayUnderTest({
    validator: {
      checkArguments: (manifest, given) => {
        meanwhile.happens()
        return validator.checkArguments(manifest, given)
      },
      checkUnchanged: (manifest, given) => validator.checkUnchanged(manifest, given),
      checkReturns: (manifest, data) => validator.checkReturns(manifest, data),
      isValidFor: (schema, given) => validator.isValidFor(schema, given),
    },
  })
  const offer = (manifest: CapabilityManifest): FakeServer => {
    const server = new FakeServer({ id: 'shop', capabilities: [manifest] })
    under.provider.host.present(server)
    under.gateway.trust.acceptAll('shop', 'ada')
    return server
  }
  return { under, meanwhile, offer, first: offer(heal) }
}

describe('an action that needs no approval', () => {
  it('ends when something riskier under its name is accepted while it is running', async () => {
    const { under, meanwhile, offer, first } = scene()
    let riskier: FakeServer | undefined
    meanwhile.happens = () => {
      riskier = offer({ ...heal, risk: { level: 'critical' } })
    }
    expect(endOf(await under.call(heal.id, {}))).toBe('RISK.OPERATION_BLOCKED')
    expect([first.requests, riskier?.requests]).toEqual([[], []])
  })

  it('ends when the server is gone', async () => {
    const { under, meanwhile, first } = scene()
    meanwhile.happens = () => under.provider.host.withdraw('shop')
    expect(endOf(await under.call(heal.id, {}))).toBe('RISK.OPERATION_BLOCKED')
    expect(first.requests).toEqual([])
  })

  it('continues over the new connection when the same is offered there', async () => {
    const { under, meanwhile, offer, first } = scene()
    let again: FakeServer | undefined
    meanwhile.happens = () => {
      again = offer({ ...heal })
    }
    expect(endOf(await under.call(heal.id, {}))).toBe('done')
    expect([first.requests.length, again?.requests.length]).toEqual([0, 1])
  })
})

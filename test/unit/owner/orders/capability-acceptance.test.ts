import { describe, expect, it } from 'vitest'
import { FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { checkedServerOrders } from '../../../fakes/server-orders.js'

function scene() {
  const under = new GatewayUnderTest()
  const { registry, trust } = under.gateway
  under.provider.host.present(new FakeServer({ id: 'shop', capabilities: [manifestOf()] }))
  const waiting = () => registry.link('shop')?.server.quarantined ?? []
  const seen = () => ({ id: 'shop', capabilities: waiting().map(({ id, fingerprint }) => ({ id, fingerprint })) })
  return {
    under,
    waiting,
    seen,
    accept: checkedServerOrders({ registry, trust })['servers:accept'],
  }
}

describe('accepting by standard input', () => {
  it('accepts exactly what was read', async () => {
    const { accept, seen, waiting, under } = scene()
    expect(await accept(seen(), 'stdin')).toEqual({ ok: true, value: null })
    expect(waiting()).toEqual([])
    expect(under.audit.events).toMatchObject([{ approvalInfo: { approvedBy: 'control:stdin' } }])
  })

  it('is refused when the server has changed its offer, when there is no such server, and when it cannot be recorded', async () => {
    const { accept, seen, under, waiting } = scene()
    const old = seen()
    under.provider.host.present(new FakeServer({ id: 'shop', capabilities: [manifestOf({ description: 'Other.' })] }))
    expect(await accept(old, 'stdin')).toMatchObject({ ok: false, error: { code: 'RISK.MANIFEST_CHANGED' } })
    expect(await accept({ ...old, id: 'gone' }, 'stdin')).toMatchObject({
      ok: false,
      error: { code: 'PROTOCOL.SERVER_NOT_FOUND' },
    })
    under.audit.refuses = () => true
    expect(await accept(seen(), 'stdin')).toMatchObject({ ok: false })
    expect(waiting()).toHaveLength(1)
  })
})

import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it, vi } from 'vitest'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { checkedServerOrders } from '../../../fakes/server-orders.js'
import { first } from '../../../fixtures/certificates.js'

const payload = { id: 'raw', fingerprint: first.fingerprint }

function scene(trustCertificate = vi.fn()) {
  const registry = new Registry()
  const server = { id: 'raw', name: 'Raw', kind: 'agent', state: 'connecting', capabilities: [], refused: [] } as const
  registry.present({ server, invoke: () => Promise.reject(new Error('unused')) })
  const handlers = checkedServerOrders({ registry, servers: { trustCertificate } })
  return { trustCertificate, trust: handlers['servers:trust-certificate'] }
}

describe('the click that trusts a certificate', () => {
  it('trusts the fingerprint that it names', async () => {
    const { trust, trustCertificate } = scene()
    expect(await trust(payload, 'window')).toMatchObject({ ok: true, value: { id: 'raw' } })
    expect(trustCertificate).toHaveBeenCalledWith('raw', first.fingerprint)
  })

  it('reports why it failed', async () => {
    const refuse = vi.fn(() => {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    })
    const { trust } = scene(refuse)
    expect(await trust(payload, 'window')).toMatchObject({ ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST' } })
  })
})

import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it, vi } from 'vitest'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
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

  it('counts in the main window alone', async () => {
    const { trust, trustCertificate } = scene()
    expect(await trust(payload, 'pop-up')).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    expect(trustCertificate).not.toHaveBeenCalled()
  })

  it('reports why it failed', async () => {
    const refuse = vi.fn(() => {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    })
    const { trust } = scene(refuse)
    expect(await trust(payload, 'window')).toMatchObject({ ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST' } })
  })

  it('accepts a whole fingerprint and nothing else', () => {
    const check = createPayloadCheck(createContractAjv())
    expect(check('servers:trust-certificate', payload)).toBe(true)
    for (const fingerprint of ['', '*', first.fingerprint.toLowerCase(), `${first.fingerprint}:00`, undefined, 5]) {
      expect(check('servers:trust-certificate', { ...payload, fingerprint })).toBe(false)
    }
  })
})

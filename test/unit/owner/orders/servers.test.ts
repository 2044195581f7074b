import { GatewayError } from '@contract/gateway-error.js'
import { anyPlayers, type PowerResult } from '@shared/servers/server-way.js'
import { describe, expect, it, vi } from 'vitest'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
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

describe('the order that stops a server', () => {
  function hosted(online: number | undefined, orderPower: () => Promise<PowerResult>) {
    const { gateway, audit } = new GatewayUnderTest()
    const registry = new Registry()
    const health = { healthy: true, ...(online !== undefined && { onlinePlayers: online }) }
    const server = {
      id: 'mc',
      name: 'Survival',
      kind: 'java',
      state: 'online',
      capabilities: [],
      refused: [],
      health,
    } as const
    registry.present({ server, invoke: () => Promise.reject(new Error('unused')) })
    const { ownerCommands } = gateway
    const rows = () =>
      audit.events.map(({ eventType, capabilityId, caller, approvalInfo, request, response, metadata }) => ({
        as: [eventType, capabilityId, metadata?.phase, caller.id, approvalInfo?.approvedBy],
        request,
        ...(response && { response }),
      }))
    return { order: checkedServerOrders({ registry, ownerCommands, orderPower })['servers:power'], rows }
  }
  const done = { outcome: 'done', state: 'stopped' } as const

  it('is recorded before it is given, with who, for whom and what came of it', async () => {
    let before = 0
    const { order, rows } = hosted(3, async () => {
      before = rows().length
      return done
    })
    expect(await order({ id: 'mc', order: 'stop', players: 3 }, 'window')).toEqual({ ok: true, value: done })
    expect(before).toBe(1)
    expect(rows()).toEqual([
      { as: ['invoke', 'system.power.stop', 'intent', 'owner', 'desktop'], request: { players: 3 } },
      { as: ['invoke', 'system.power.stop', 'outcome', 'owner', 'desktop'], request: { players: 3 }, response: done },
    ])
  })

  it.each([
    [3, 2],
    [3, undefined],
    [undefined, undefined],
    [undefined, 0],
  ])('with %s online is refused for somebody who saw %s', async (online, players) => {
    const orderPower = vi.fn(async () => done)
    const { order, rows } = hosted(online, orderPower)
    const given = { id: 'mc', order: 'restart', ...(players !== undefined && { players }) } as const
    expect(await order(given, 'command-line')).toMatchObject({
      ok: false,
      error: { details: { why: 'power-players' } },
    })
    expect([orderPower.mock.calls, rows()]).toEqual([[], []])
  })

  it('is given for an unknown number only by who accepted any, and recorded as unknown', async () => {
    const { order, rows } = hosted(undefined, async () => done)
    expect(await order({ id: 'mc', order: 'stop', players: anyPlayers }, 'window')).toMatchObject({ ok: true })
    expect(rows().map(({ request }) => request)).toEqual([{ players: 'unknown' }, { players: 'unknown' }])
  })

  it('is unknown in the trail when nobody knows whether it was carried out', async () => {
    const lost = async () => {
      throw new GatewayError('SYSTEM.TIMEOUT', { details: { mayHaveRun: true } })
    }
    const { order, rows } = hosted(0, lost)
    expect(await order({ id: 'mc', order: 'stop', players: 0 }, 'window')).toMatchObject({ ok: false })
    expect(rows()[1]).toMatchObject({
      as: ['error', 'system.power.stop', 'outcome', 'owner', 'desktop'],
      response: { outcome: 'unknown' },
    })
    const taken = hosted(0, async () => ({ outcome: 'sent', state: 'running' }))
    await taken.order({ id: 'mc', order: 'stop', players: 0 }, 'window')
    expect(taken.rows()[1]?.response).toEqual({ outcome: 'unknown', state: 'running' })
  })

  it.each(['pop-up', 'stdin'] as const)('is not taken from the %s', async (giver) => {
    const { order } = hosted(0, async () => done)
    expect(await order({ id: 'mc', order: 'stop', players: 0 }, giver)).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION.DENIED' },
    })
  })
})

describe('the order that changes server.properties elsewhere', () => {
  it('is recorded before the file is written, with who gave it and what came of it', async () => {
    const { gateway, audit } = new GatewayUnderTest()
    const phases = () => audit.events.map(({ capabilityId, metadata }) => [capabilityId, metadata?.phase])
    let before: unknown
    const revert = async () => {
      before = phases()
      return { exact: true, restored: [], leftAlone: [] }
    }
    const apply = async () => {
      throw new GatewayError('SYSTEM.TIMEOUT', { details: { mayHaveRun: true } })
    }
    const orders = checkedServerOrders({
      registry: new Registry(),
      ownerCommands: gateway.ownerCommands,
      remoteSetUps: { plan: apply, apply, revert },
    })
    expect(await orders['servers:revert-file']({ id: 'mc' }, 'command-line')).toMatchObject({ ok: true })
    expect(before).toEqual([['system.set-up.revert', 'intent']])
    expect(await orders['servers:change-file']({ id: 'mc', plan: 'p' }, 'window')).toMatchObject({ ok: false })
    expect(phases().slice(2)).toEqual([
      ['system.set-up.change', 'intent'],
      ['system.set-up.change', 'outcome'],
    ])
    expect(audit.events.at(-1)).toMatchObject({ eventType: 'error', response: { outcome: 'unknown' } })
  })
})

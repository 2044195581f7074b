import { normalRights } from '@shared/clients/client.js'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it, vi } from 'vitest'
import { capabilityOrders } from '../../../../src-main/owner/orders/actions.js'
import { defaultQuorum } from '../../../../src-main/policy/approvals/quorum.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const attempt = {
  id: 'attempt-1',
  capabilityId: 'world.time.get',
  server: 'overworld',
  arguments: { worldName: 'world' },
  dryRun: false,
}

function scene() {
  const under = new GatewayUnderTest()
  under.serveOverworld()
  const { registry, trust, manualCalls } = under.gateway
  const sandbox = { run: vi.fn(async () => ({}) as never) }
  const copy = vi.fn(async () => {})
  const access = () => ({
    known: { clients: [], bridge: { id: 'bridge', ...normalRights } },
    gatehouse: {
      rules: under.gateway.rules,
      quorums: () => defaultQuorum,
      governance: () => defaultSettings,
      clock: under.clock,
    },
  })
  const parts = { access, registry, trust, manualCalls, sandbox, copy, toolNameOf: (id: string) => `tool:${id}` }
  const handlers = checkedOrders(capabilityOrders(parts))
  return { under, handlers, sandbox, copy }
}

describe('capabilities in the window', () => {
  it('are tried in the main window', async () => {
    const { handlers } = scene()
    expect(await handlers['capabilities:attempt'](attempt, 'window')).toMatchObject({
      ok: true,
      value: { outcome: { kind: 'done' } },
    })
  })

  it('show their name, their permissions, the read before and their inverse', async () => {
    const { handlers } = scene()
    expect(await handlers['capabilities:past']({ id: 'world.time.set' }, 'window')).toEqual({
      ok: true,
      value: {
        toolName: 'tool:world.time.set',
        pairedContext: 'world.time.get',
        undo: 'undoable',
        needs: ['mcp.action.world.time'],
        earlier: [],
      },
    })
  })

  it('can be tried in the sandbox as they wait, before they are accepted', async () => {
    const { handlers, sandbox, under } = scene()
    under.provider.host.present(new FakeServer({ id: 'shop', capabilities: [manifestOf()] }))
    const order = { capabilityId: manifestOf().id, server: 'shop', arguments: {} }
    await handlers['capabilities:sandbox'](order, 'window')
    expect(sandbox.run).toHaveBeenCalledWith({ manifest: manifestOf(), given: {} })
    expect(await handlers['capabilities:sandbox']({ ...order, server: 'gone' }, 'window')).toMatchObject({ ok: false })
  })

  it('have their examples copied as the shell knows them', async () => {
    const { handlers, copy } = scene()
    const wanted = { id: 'world.time.set', server: 'overworld', at: 0 }
    expect(await handlers['capabilities:copy-example'](wanted, 'window')).toMatchObject({ ok: true })
    expect(copy).toHaveBeenCalledWith(expect.stringContaining('"worldName"'))
    expect(await handlers['capabilities:copy-example']({ ...wanted, at: 60 }, 'window')).toMatchObject({ ok: false })
  })
})

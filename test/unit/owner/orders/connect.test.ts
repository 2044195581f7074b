import { GatewayError } from '@contract/gateway-error.js'
import { normalRights } from '@shared/clients/client.js'
import { type Guide, keyPlaceholder } from '@shared/clients/connection.js'
import { describe, expect, it, vi } from 'vitest'
import { connectOrders, FreshKey } from '../../../../src-main/owner/orders/clients.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'

const key = `gh_0a1b2c3d_${'x'.repeat(43)}`
const client = { id: 'client:0a1b2c3d', name: 'Cursor', ...normalRights, callsPerMinute: 600, createdAt: '' }
const guide: Guide = {
  program: 'cursor',
  recipes: [
    { over: 'bridge', into: 'file', text: 'bridge' },
    { over: 'http', into: 'file', text: `Bearer ${keyPlaceholder}` },
  ],
}

function scene() {
  const connections = {
    guide: vi.fn(async () => guide),
    ensureKey: vi.fn(),
    installed: vi.fn(() => ['codex'] as const),
    repairFile: vi.fn(),
    repairKey: vi.fn(),
    preview: vi.fn(async () => {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', { details: { why: 'broken' } })
    }),
    write: vi.fn(async () => {}),
    revert: vi.fn(async () => {}),
    openLink: vi.fn(async () => {}),
    openBundle: vi.fn(async () => ({ file: '/b.mcpb' })),
    bundleFile: '/b.mcpb',
    showBundle: vi.fn(async () => {}),
    repairEndpoint: vi.fn(async () => {}),
    findingsAbout: vi.fn(async () => []),
  }
  const copy = vi.fn(async () => {})
  const fresh = new FreshKey()
  return {
    connections,
    copy,
    fresh,
    handlers: checkedOrders(connectOrders({ connections, fresh, copy })),
  }
}

describe('connecting AI clients, at the computer', () => {
  it('copies the chosen recipe with its key', async () => {
    const { handlers, fresh, copy } = scene()
    fresh.keep({ client, token: key })
    await handlers['connect:copy']({ program: 'cursor', recipe: 0 }, 'window')
    await handlers['connect:copy']({ program: 'cursor', recipe: 1 }, 'window')
    await handlers['connect:copy']({ program: 'cursor', recipe: 1, client: client.id }, 'window')
    expect(copy.mock.calls).toEqual([['bridge'], [`Bearer ${keyPlaceholder}`], [`Bearer ${key}`]])
    expect(await handlers['connect:copy']({ program: 'cursor', recipe: 7 }, 'window')).toMatchObject({ ok: false })
  })

  it('names the programs that are on this computer', async () => {
    const { handlers } = scene()
    expect(await handlers['connect:installed'](undefined, 'window')).toEqual({ ok: true, value: ['codex'] })
  })

  it('creates the key file that a recipe of the bridge names, and none for one over HTTP', async () => {
    const { handlers, connections } = scene()
    await handlers['connect:copy']({ program: 'cursor', recipe: 1 }, 'window')
    expect(connections.ensureKey).not.toHaveBeenCalled()
    await handlers['connect:copy']({ program: 'cursor', recipe: 0 }, 'window')
    await handlers['connect:ensure-key']({ program: 'other', name: 'My AI' }, 'window')
    await handlers['connect:repair-key']({ client: client.id }, 'window')
    expect(connections.ensureKey.mock.calls).toEqual([
      ['cursor', undefined],
      ['other', 'My AI'],
    ])
    expect(connections.repairKey).toHaveBeenCalledWith(client.id)
  })

  it('copies nothing when the key cannot be made, and says why', async () => {
    const { handlers, connections, copy } = scene()
    connections.ensureKey.mockImplementation(() => {
      throw new GatewayError('SYSTEM.INTERNAL_ERROR')
    })
    expect(await handlers['connect:copy']({ program: 'cursor', recipe: 0 }, 'window')).toMatchObject({ ok: false })
    expect(copy).not.toHaveBeenCalled()
  })

  it('copies no recipe with a key that is not fresh any more', async () => {
    const { handlers, fresh, copy } = scene()
    const tryCopy = () => handlers['connect:copy']({ program: 'cursor', recipe: 1, client: client.id }, 'window')
    expect(await tryCopy()).toMatchObject({ ok: false })
    fresh.keep({ client, token: key })
    fresh.keep({ client: { ...client, id: 'client:00000002' }, token: key })
    expect(await tryCopy()).toMatchObject({ ok: false })
    expect(copy).not.toHaveBeenCalled()
  })

  it('says why something was not done', async () => {
    const { handlers } = scene()
    expect(await handlers['connect:preview']({ file: '/f' }, 'window')).toMatchObject({
      ok: false,
      error: { details: { why: 'broken' } },
    })
  })

  it('shows and copies the path of the bundle on a desktop that cannot show the folder', async () => {
    const { handlers, copy } = scene()
    expect(await handlers['connect:show-bundle'](undefined, 'window')).toEqual({ ok: true, value: { file: '/b.mcpb' } })
    await handlers['connect:copy-bundle-path'](undefined, 'window')
    expect(copy).toHaveBeenCalledWith('/b.mcpb')
  })
})

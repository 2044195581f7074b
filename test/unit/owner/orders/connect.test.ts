import { GatewayError } from '@contract/gateway-error.js'
import { normalRights } from '@shared/clients/client.js'
import { type Guide, keyPlaceholder } from '@shared/clients/connection.js'
import { describe, expect, it, vi } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { connectOrders, FreshKey } from '../../../../src-main/owner/orders/clients.js'
import type { OrderName } from '../../../../src-main/owner/table/table.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
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
    handlers: checkedOrders(connectOrders({ connections, connectedClients: () => [], fresh, copy })),
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

  it('accepts requests of the main window alone', async () => {
    const { handlers, connections, copy } = scene()
    const answers = [
      handlers['connect:guide']({ program: 'cursor' }, 'pop-up'),
      handlers['connect:copy']({ program: 'cursor', recipe: 0 }, 'pop-up'),
      handlers['connect:preview']({ file: '/f' }, 'pop-up'),
      handlers['connect:write']({ file: '/f', expected: 'none' }, 'pop-up'),
      handlers['connect:take-back']({ file: '/f' }, 'pop-up'),
      handlers['connect:open-bundle'](undefined, 'pop-up'),
      handlers['connect:show-bundle'](undefined, 'pop-up'),
      handlers['connect:clients'](undefined, 'pop-up'),
      handlers['connect:findings']({ program: 'cursor' }, 'pop-up'),
      handlers['connect:repair-endpoint'](undefined, 'pop-up'),
      handlers['connect:ensure-key']({ program: 'cursor' }, 'pop-up'),
      handlers['connect:repair-key']({ client: client.id }, 'pop-up'),
    ]
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ ok: false })
    const { bundleFile: _file, ...spies } = connections
    for (const spy of [...Object.values(spies), copy]) expect(spy).not.toHaveBeenCalled()
  })

  it.each<[OrderName, unknown, boolean]>([
    ['connect:guide', { program: 'cursor' }, true],
    ['connect:guide', { program: 'rm' }, false],
    ['connect:copy', { program: 'cursor', recipe: 1, client: client.id }, true],
    ['connect:copy', { program: 'cursor', recipe: 1, key }, false],
    ['connect:copy', { program: 'cursor', recipe: -1 }, false],
    ['connect:guide', { program: 'other', name: 'My AI' }, true],
    ['connect:guide', { program: 'other', name: 'x'.repeat(65) }, false],
    ['connect:ensure-key', { program: 'cursor' }, true],
    ['connect:ensure-key', { program: '../cursor' }, false],
    ['connect:ensure-key', { program: 'other', keyName: 'cursor' }, false],
    ['connect:repair-key', { client: 'client:0a1b2c3d' }, true],
    ['connect:repair-key', {}, false],
    ['connect:repair-file', { file: '/f' }, true],
    ['connect:repair-file', {}, false],
    ['connect:write', { file: '/f', expected: 'a'.repeat(64) }, true],
    ['connect:write', { file: '/f', expected: '' }, false],
    ['connect:write', { file: '/f', expected: 'none', text: '{}' }, false],
    ['connect:findings', { program: 'other' }, true],
    ['connect:findings', { client: 'client:0a1b2c3d' }, true],
    ['connect:findings', { client: 'client:0a1b2c3d', program: 'other' }, false],
    ['connect:findings', {}, false],
    ['settings:change', { httpPort: 0 }, true],
    ['settings:change', { httpPort: 8_723 }, true],
    ['settings:change', { httpPort: 80 }, false],
    ['settings:change', { httpPort: 65_536 }, false],
  ])('%s takes %j: %s', (channel, payload, taken) => {
    expect(createPayloadCheck(createContractAjv())(channel, payload)).toBe(taken)
  })

  it('shows and copies the path of the bundle on a desktop that cannot show the folder', async () => {
    const { handlers, copy } = scene()
    expect(await handlers['connect:show-bundle'](undefined, 'window')).toEqual({ ok: true, value: { file: '/b.mcpb' } })
    await handlers['connect:copy-bundle-path'](undefined, 'window')
    expect(copy).toHaveBeenCalledWith('/b.mcpb')
  })
})

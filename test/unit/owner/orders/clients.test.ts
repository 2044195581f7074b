import { GatewayError } from '@contract/gateway-error.js'
import { bridge, type NewKey, normalRights } from '@shared/clients/client.js'
import { describe, expect, it, vi } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { clientOrders, FreshKey } from '../../../../src-main/owner/orders/clients.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'

const client = { id: 'client:00000001', name: 'A', ...normalRights, callsPerMinute: 600, createdAt: '' }
const known = { clients: [client], bridge: { ...bridge, ...normalRights } }
const key: NewKey = { client, token: 'gh_00000001_x' }

function scene() {
  const keys = {
    known: vi.fn(() => known),
    add: vi.fn(() => key),
    addForBridge: vi.fn(() => client),
    edit: vi.fn(() => client),
    revoke: vi.fn(),
  }
  const copy = vi.fn(async () => {})
  return { keys, copy, handlers: checkedOrders(clientOrders(keys, new FreshKey(), copy)) }
}

describe('the keys of clients, at the computer', () => {
  it('are created, edited, copied and revoked in the main window', async () => {
    const { handlers, keys, copy } = scene()
    expect(await handlers['clients:list'](undefined, 'window')).toEqual({ ok: true, value: known })
    expect(await handlers['clients:add']({ name: 'A' }, 'window')).toEqual({ ok: true, value: key })
    expect(await handlers['clients:edit']({ id: client.id, role: 'viewer' }, 'window')).toEqual({
      ok: true,
      value: client,
    })
    expect(keys.edit).toHaveBeenCalledWith(client.id, { role: 'viewer' }, 'desktop')
    expect(await handlers['clients:copy-token']({ id: client.id }, 'window')).toMatchObject({ ok: true })
    expect(copy).toHaveBeenCalledWith(key.token)
    expect(await handlers['clients:revoke']({ id: client.id }, 'window')).toMatchObject({ ok: true })
    expect(keys.revoke).toHaveBeenCalledWith(client.id, 'desktop')
  })

  it('are neither shown to nor changed by the pop-up', async () => {
    const { handlers, keys, copy } = scene()
    handlers['clients:add']({ name: 'A' }, 'window')
    keys.add.mockClear()
    expect(await handlers['clients:list'](undefined, 'pop-up')).toMatchObject({ ok: false })
    expect(await handlers['clients:edit']({ id: client.id, role: 'super_admin' }, 'pop-up')).toMatchObject({
      ok: false,
    })
    expect(await handlers['clients:add']({ name: 'A' }, 'pop-up')).toMatchObject({ ok: false })
    expect(await handlers['clients:revoke']({ id: client.id }, 'pop-up')).toMatchObject({ ok: false })
    expect(await handlers['clients:copy-token']({ id: client.id }, 'pop-up')).toMatchObject({ ok: false })
    expect([keys.add, keys.edit, keys.revoke, copy].some((spy) => spy.mock.calls.length > 0)).toBe(false)
  })

  it('can be copied only by the id of the newest one, until it is revoked', async () => {
    const { handlers, copy } = scene()
    const tryCopy = (id: string) => handlers['clients:copy-token']({ id }, 'window')
    expect(await tryCopy(client.id)).toMatchObject({ ok: false })
    handlers['clients:add']({ name: 'A' }, 'window')
    expect(await tryCopy('client:00000002')).toMatchObject({ ok: false })
    handlers['clients:revoke']({ id: client.id }, 'window')
    expect(await tryCopy(client.id)).toMatchObject({ ok: false })
    expect(copy).not.toHaveBeenCalled()
  })

  it('report why a key is not created', async () => {
    const { handlers, keys } = scene()
    keys.add.mockImplementation(() => {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'Taken.' })
    })
    expect(await handlers['clients:add']({ name: 'A' }, 'window')).toMatchObject({
      ok: false,
      error: { message: 'Taken.' },
    })
  })

  it.each([
    ['clients:add', {}],
    ['clients:add', { name: 'A', permissions: 'mcp.**' }],
    ['clients:add', { name: 'A', role: 'god' }],
    ['clients:edit', { role: 'admin' }],
    ['clients:edit', { id: client.id, name: 'B' }],
    ['clients:edit', { id: client.id, roles: { survival: 'god' } }],
    ['clients:edit', { id: client.id, permissions: [{ permission: 'mcp.**', effect: 'grant' }] }],
    ['clients:edit', { id: client.id, permissions: [{ permission: 'mcp.**', effect: 'allow', until: 'ever' }] }],
    ['clients:add', { name: 'A', token: 'mine' }],
    ['clients:add', { name: 'A'.repeat(257) }],
    ['clients:revoke', {}],
    ['clients:copy-token', { id: client.id, text: 'anything' }],
  ])('refuse %s with %j', (channel, payload) =>
    expect(createPayloadCheck(createContractAjv())(channel, payload)).toBe(false),
  )
})

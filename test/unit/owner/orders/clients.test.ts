import { GatewayError } from '@contract/gateway-error.js'
import { bridge, type NewKey, normalRights } from '@shared/clients/client.js'
import { describe, expect, it, vi } from 'vitest'
import { clientOrders, FreshKey } from '../../../../src-main/owner/orders/clients.js'
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
})

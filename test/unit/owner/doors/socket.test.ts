import { GatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { serveSocket } from '../../../../src-main/owner/doors/socket.js'
import { mayGive, type Orders, type OrdersOf, orderNames } from '../../../../src-main/owner/table/table.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { forAllAsync } from '../../../fixtures/properties.js'

const check = createPayloadCheck()
type CommandOrders = Orders<OrdersOf<'command-line'>>

function door(orders: Partial<CommandOrders> = {}) {
  const log = new RecordingLog()
  let follow: (line: string) => Promise<string> = async () => ''
  const followed = serveSocket({
    instance: {
      onOrder: (given) => {
        follow = given
      },
    },
    orders: orders as CommandOrders,
    program: 'headless',
    check,
    log,
  })
  const give = async (line: unknown) =>
    JSON.parse(await follow(typeof line === 'string' ? line : JSON.stringify(line))) as Record<string, unknown>
  return { give, log, followed }
}

const denied = { ok: false, program: 'headless', error: { code: 'PERMISSION.DENIED' } }
const invalid = { ok: false, program: 'headless', error: { code: 'PROTOCOL.INVALID_REQUEST' } }

describe('the socket of a profile', () => {
  it('follows an order of the command line, and says which program did', async () => {
    const remove = vi.fn()
    const { give } = door({ 'servers:remove': remove })
    expect(await give({ order: 'servers:remove', payload: { id: 'a:1' } })).toEqual({
      ok: true,
      value: null,
      program: 'headless',
    })
    expect(remove).toHaveBeenCalledWith({ id: 'a:1' }, 'command-line')
  })

  it('logs every order with its actor, and never what it says', async () => {
    const { give, log } = door({
      'servers:add': () => {
        throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      },
    })
    const payload = { server: { address: 'ws://a:1' }, secrets: { token: 'sekrit' } }
    expect(await give({ order: 'servers:add', payload })).toMatchObject(invalid)
    const written = JSON.stringify(log)
    expect(written).toContain('"actor":"command line"')
    expect(written).toContain('servers:add')
    expect(written).not.toContain('sekrit')
  })

  it('follows nothing that is not for the command line', async () => {
    const others = orderNames.filter((name) => !mayGive('command-line', name))
    const orders = Object.fromEntries(others.map((name) => [name, vi.fn()]))
    const { give } = door(orders)
    for (const order of others) expect(await give({ order, payload: undefined })).toMatchObject(denied)
    for (const order of Object.values(orders)) expect(order).not.toHaveBeenCalled()
  })

  // verifies: invariant 6
  it('has no order that approves, accepts, undoes or weakens a rule', () => {
    const given = orderNames.filter((name) => mayGive('command-line', name))
    const forbidden =
      /^(?:approvals:(?!recorded)|rules:(?!list)|undo:(?!list)|consents:|panic:|inputs:|settings:|people:(?!listed)|.*:accept)/u
    expect(given.filter((name) => forbidden.test(name))).toEqual([])
  })

  it('refuses a payload that its schema does not accept', async () => {
    const remove = vi.fn()
    const { give } = door({ 'servers:remove': remove })
    for (const payload of [undefined, {}, { id: 1 }, { id: '' }, { id: 'a', more: 1 }, 'a']) {
      expect(await give({ order: 'servers:remove', payload })).toMatchObject(invalid)
    }
    expect(remove).not.toHaveBeenCalled()
  })

  it('refuses any other line', async () => {
    const { give } = door()
    await forAllAsync(fc.oneof(fc.string(), fc.json()), async (line) => {
      expect(await give(line)).toMatchObject({ ok: false, program: 'headless' })
    })
    expect(await give({ order: 'servers:listed', payload: undefined, giver: 'stdin' })).toMatchObject(denied)
    expect(await give({ order: '__proto__' })).toMatchObject(denied)
  })

  it('knows when every order is done', async () => {
    let finish = (): void => {}
    const { give, followed } = door({
      'servers:remove': () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    })
    const done: string[] = []
    const first = give({ order: 'servers:remove', payload: { id: 'a' } }).then(() => done.push('order'))
    const all = followed().then(() => done.push('all'))
    finish()
    await Promise.all([first, all])
    expect(done.sort()).toEqual(['all', 'order'])
  })
})

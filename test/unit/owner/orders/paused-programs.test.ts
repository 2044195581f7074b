import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { describe, expect, it, vi } from 'vitest'
import { askingOrders } from '../../../../src-main/owner/orders/rules.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'

const pause: AskingPause = {
  client: { id: 'client:0a1b2c3d', name: 'Cursor', namedByOwner: true },
  until: '2026-01-19T14:20:00.000Z',
  denials: 5,
  minutes: 3,
}
const scene = () => {
  const letAsk = vi.fn((client: string) => client === pause.client.id)
  return { letAsk, handlers: checkedOrders(askingOrders({ all: () => [pause], letAsk })) }
}

describe('paused programs, for the window', () => {
  it('lists them, and lets one ask again in the name of the person at the computer', async () => {
    const { handlers, letAsk } = scene()
    expect(await handlers['asking:pauses'](undefined, 'window')).toEqual({ ok: true, value: [pause] })
    expect(await handlers['asking:resume']({ client: pause.client.id }, 'window')).toMatchObject({ ok: true })
    expect(letAsk).toHaveBeenCalledWith(pause.client.id, 'desktop')
  })

  it('reports that the pause was over already', async () => {
    const { handlers } = scene()
    expect(await handlers['asking:resume']({ client: 'bridge' }, 'window')).toMatchObject({
      ok: false,
      error: { code: 'PROTOCOL.INVALID_REQUEST' },
    })
  })
})

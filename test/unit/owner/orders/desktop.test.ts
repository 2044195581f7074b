import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it, vi } from 'vitest'
import type { Panic } from '../../../../src-main/gateway/panic.js'
import { desktopOrders } from '../../../../src-main/owner/orders/program.js'
import { panicOrders } from '../../../../src-main/owner/orders/rules.js'
import type { DesktopState } from '../../../../src-main/owner/table/shapes.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'

const state: DesktopState = {
  questionKeys: { accelerator: 'Alt+G', works: true },
  startsAtLogin: false,
  log: '/profile/gatehouse.log',
  documents: '/docs',
}

const desktop = {
  state: () => state,
  startAtLogin: vi.fn(),
  quit: vi.fn(async () => {}),
  leave: vi.fn(async () => {}),
  showDocuments: vi.fn(async () => {}),
  showAgentGuide: vi.fn(async () => ({ at: '/docs/agent-sdk.md' })),
}

describe('the desktop, for the window', () => {
  it('lets the main window choose what starts at login', async () => {
    const startAtLogin = vi.fn()
    const handlers = checkedOrders(desktopOrders({ ...desktop, startAtLogin }))
    expect(await handlers['desktop:start-at-login']({ on: true }, 'window')).toEqual({ ok: true, value: state })
    expect(startAtLogin).toHaveBeenCalledWith(true)
  })

  it('reports why the system does not allow it', async () => {
    const startAtLogin = () => {
      throw new GatewayError('SYSTEM.INTERNAL_ERROR', { message: 'Not here.' })
    }
    const handlers = checkedOrders(desktopOrders({ ...desktop, startAtLogin }))
    expect(await handlers['desktop:start-at-login']({ on: true }, 'window')).toMatchObject({
      ok: false,
      error: { message: 'Not here.' },
    })
  })

  it('lets the main window end the program, or choose how the person leaves', async () => {
    const handlers = checkedOrders(desktopOrders(desktop))
    expect(await handlers['desktop:quit'](undefined, 'window')).toMatchObject({ ok: true })
    expect(await handlers['desktop:leave']({ answer: 'back' }, 'window')).toMatchObject({ ok: true })
    expect(desktop.leave).toHaveBeenCalledWith('back')
  })

  it('lets the main window begin a pause, with the durations of the tray', async () => {
    const pause = vi.fn()
    const handlers = checkedOrders(panicOrders({ pause } as unknown as Panic, () => state.questionKeys))
    expect(await handlers['panic:pause']({ minutes: 15 }, 'window')).toEqual({ ok: true, value: null })
    await handlers['panic:pause']({}, 'window')
    expect(pause.mock.calls).toEqual([
      ['desktop', 15],
      ['desktop', undefined],
    ])
  })

  it('lets the main window end a pause', async () => {
    const endPause = vi.fn()
    const handlers = checkedOrders(panicOrders({ endPause } as unknown as Panic, () => state.questionKeys))
    expect(await handlers['panic:end-pause'](undefined, 'window')).toEqual({ ok: true, value: null })
  })
})

import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it, vi } from 'vitest'
import type { Panic } from '../../../../src-main/gateway/panic.js'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { desktopOrders } from '../../../../src-main/owner/orders/program.js'
import { panicOrders } from '../../../../src-main/owner/orders/rules.js'
import type { DesktopState } from '../../../../src-main/owner/table/shapes.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
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

const isTaken = createPayloadCheck(createContractAjv())

describe('the desktop, for the window', () => {
  it('lets only the main window choose what starts at login', async () => {
    const startAtLogin = vi.fn()
    const handlers = checkedOrders(desktopOrders({ ...desktop, startAtLogin }))
    expect(await handlers['desktop:start-at-login']({ on: true }, 'pop-up')).toMatchObject({ ok: false })
    expect(await handlers['desktop:state'](undefined, 'pop-up')).toMatchObject({ ok: false })
    expect(startAtLogin).not.toHaveBeenCalled()
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

  it('lets only the main window end the program, or choose how the person leaves', async () => {
    const handlers = checkedOrders(desktopOrders(desktop))
    expect(await handlers['desktop:quit'](undefined, 'pop-up')).toMatchObject({ ok: false })
    expect(await handlers['desktop:leave']({ answer: 'quit' }, 'pop-up')).toMatchObject({ ok: false })
    expect(desktop.quit).not.toHaveBeenCalled()
    expect(desktop.leave).not.toHaveBeenCalled()
    expect(await handlers['desktop:quit'](undefined, 'window')).toMatchObject({ ok: true })
    expect(await handlers['desktop:leave']({ answer: 'back' }, 'window')).toMatchObject({ ok: true })
    expect(desktop.leave).toHaveBeenCalledWith('back')
    expect(['stay', 'quit', 'back'].every((answer) => isTaken('desktop:leave', { answer }))).toBe(true)
    expect([{}, { answer: 'now' }, { answer: 'quit', sure: true }].some((one) => isTaken('desktop:leave', one))).toBe(
      false,
    )
  })

  it('lets only the main window begin a pause, with the durations of the tray', async () => {
    const pause = vi.fn()
    const handlers = checkedOrders(panicOrders({ pause } as unknown as Panic, () => state.questionKeys))
    expect(await handlers['panic:pause']({ minutes: 15 }, 'pop-up')).toMatchObject({ ok: false })
    expect(pause).not.toHaveBeenCalled()
    expect(await handlers['panic:pause']({ minutes: 15 }, 'window')).toEqual({ ok: true, value: null })
    await handlers['panic:pause']({}, 'window')
    expect(pause.mock.calls).toEqual([
      ['desktop', 15],
      ['desktop', undefined],
    ])
  })

  it.each([
    [{}, true],
    [{ minutes: 60 }, true],
    [{ minutes: 0 }, false],
    [{ minutes: 1_000_000 }, false],
    [{ until: '2099-01-01T00:00:00.000Z' }, false],
  ])('accepts a pause of %j: %s', (payload, taken) => {
    expect(isTaken('panic:pause', payload)).toBe(taken)
  })

  it('lets only the main window end a pause', async () => {
    const endPause = vi.fn()
    const handlers = checkedOrders(panicOrders({ endPause } as unknown as Panic, () => state.questionKeys))
    expect(await handlers['panic:end-pause'](undefined, 'pop-up')).toMatchObject({ ok: false })
    expect(endPause).not.toHaveBeenCalled()
    expect(await handlers['panic:end-pause'](undefined, 'window')).toEqual({ ok: true, value: null })
  })

  it.each([
    [{ on: 'yes' }, false],
    [{ on: true, path: '/bin/sh' }, false],
    [{ on: true }, true],
  ])('accepts %j to start at login: %s', (payload, taken) => {
    expect(isTaken('desktop:start-at-login', payload)).toBe(taken)
  })

  it.each([
    [{ quietHours: { enabled: true, from: '25:00', until: '08:00', days: [] } }, false],
    [{ quietHours: { enabled: true, from: '22:00', until: '08:00', days: ['mon', 'mon'] } }, false],
    [{ quietHours: { enabled: true, from: '22:00', until: '08:00', days: ['mon'] } }, true],
    [{ sounds: { enabled: true, volume: 101 } }, false],
    [{ popUp: 'sometimes' }, false],
    [{ closingWasExplained: true }, false],
    [{ closing: 'quit', popUp: 'count', hideFromCapture: false }, true],
  ])('accepts %j as settings: %s', (payload, taken) => {
    expect(isTaken('settings:change', payload)).toBe(taken)
  })
})

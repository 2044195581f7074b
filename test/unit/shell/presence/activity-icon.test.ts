import type { CallInFlight } from '@contract/call.js'
import { describe, expect, it } from 'vitest'
import { CallsInFlight } from '../../../../src-main/gateway/path/calls-in-flight.js'
import { createRedactText } from '../../../../src-main/shell/presence/redact-text.js'
import { showActivity, TrayService } from '../../../../src-main/shell/presence/tray.js'
import { createTranslate } from '../../../../src-main/shell/system/language.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { FakeTray } from '../../../fakes/fake-tray.js'
import { caller } from '../../../fakes/gateway-under-test.js'

/** Milliseconds that the icon is shown at least. */
const shownMs = 1_500

const call = (requestId: string, stage: CallInFlight['stage'] = 'running'): CallInFlight => ({
  ...{ requestId, stage, caller },
  capabilityId: 'world.time.get',
  arguments: {},
  startedAt: '2026-01-19T10:30:00.000Z',
})

async function setUp() {
  const clock = new FakeClock()
  const calls = new CallsInFlight()
  const view = new FakeTray()
  const tray = new TrayService(view, {} as never, await createTranslate('en'), createRedactText(String))
  showActivity(calls, tray, clock)
  return { clock, calls, view }
}

describe('the activity icon', () => {
  it('is shown as soon as a call runs', async () => {
    const { calls, view } = await setUp()
    expect(view.icon).toBe('idle')
    calls.set(call('1'))
    expect([view.icon, view.toolTip]).toEqual(['working', 'Gatehouse: an AI is working'])
  })

  it('is not shown for a call that waits for a person, only once that call runs', async () => {
    const { clock, calls, view } = await setUp()
    calls.set(call('1', 'waiting-for-person'))
    expect([view.icon, clock.waiting]).toEqual(['idle', 0])
    calls.set(call('1'))
    expect(view.icon).toBe('working')
  })

  it('stays for 1.5 seconds after the start of a short call, then goes off', async () => {
    const { clock, calls, view } = await setUp()
    calls.set(call('1'))
    calls.remove('1')
    await clock.advance(shownMs - 1)
    expect(view.icon).toBe('working')
    await clock.advance(1)
    expect([view.icon, clock.waiting]).toEqual(['idle', 0])
  })

  it('stays while a long call runs, and goes off within 1.5 seconds after its end', async () => {
    const { clock, calls, view } = await setUp()
    calls.set(call('1'))
    await clock.advance(10 * shownMs)
    expect(view.icon).toBe('working')
    calls.remove('1')
    await clock.advance(shownMs)
    expect([view.icon, clock.waiting]).toEqual(['idle', 0])
  })

  it('stays without a gap when another call runs after 1.5 seconds', async () => {
    const { clock, calls, view } = await setUp()
    const icons: string[] = []
    view.setIcon = (icon) => void icons.push(icon)
    calls.set(call('1'))
    calls.remove('1')
    await clock.advance(shownMs - 1)
    calls.set(call('2'))
    await clock.advance(1)
    calls.remove('2')
    await clock.advance(shownMs - 1)
    expect(icons).toEqual(['working'])
    await clock.advance(1)
    expect(icons).toEqual(['working', 'idle'])
  })

  it('uses one timer for many calls at once', async () => {
    const { clock, calls } = await setUp()
    for (let id = 0; id < 50; id += 1) calls.set(call(`${id}`))
    expect(clock.waiting).toBe(1)
  })

  it('is shown again for a call after it went off', async () => {
    const { clock, calls, view } = await setUp()
    calls.set(call('1'))
    calls.remove('1')
    await clock.advance(shownMs)
    calls.set(call('2'))
    expect(view.icon).toBe('working')
  })
})

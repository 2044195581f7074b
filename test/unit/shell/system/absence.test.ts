import { describe, expect, it } from 'vitest'
import { awaySeconds, watchForAbsence } from '../../../../src-main/shell/system/absence.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

function computer(idle: number) {
  const state = { idle, isLocked: false }
  return {
    state,
    getSystemIdleTime: () => state.idle,
    getSystemIdleState: (after: number) =>
      state.isLocked ? ('locked' as const) : state.idle >= after ? ('idle' as const) : ('active' as const),
  }
}

describe('an absent owner', () => {
  it('is one whose computer is locked, or idle for three minutes', () => {
    const system = computer(1)
    const isAway = watchForAbsence(system, new FakeClock())
    expect(isAway()).toBe(false)
    system.state.idle = awaySeconds
    expect(isAway()).toBe(true)
    system.state.idle = 0
    expect(isAway()).toBe(false)
    system.state.isLocked = true
    expect(isAway()).toBe(true)
  })

  it('is assumed until the system has measured an idle second', async () => {
    const system = computer(0)
    const clock = new FakeClock()
    const isAway = watchForAbsence(system, clock)
    await clock.advance(60_000)
    expect(isAway()).toBe(true)
    system.state.idle = 1
    await clock.advance(2_000)
    system.state.idle = 0
    expect(isAway()).toBe(false)
    expect(clock.waiting).toBe(0)
  })
})

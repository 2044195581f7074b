import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { describe, expect, it, vi } from 'vitest'
import type { FullScreen } from '../../../../src-main/policy/approvals/attention.js'
import {
  AttentionService,
  minSoundIntervalMs,
  recheckMs,
} from '../../../../src-main/shell/presence/attention-service.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'

function setUp(part: Partial<Settings> = {}) {
  const clock = new FakeClock(new Date(2026, 0, 19, 10, 30).getTime())
  const screen = { state: 'no' as FullScreen | Error }
  const settings = { ...defaultSettings, ...part }
  const parts = { play: vi.fn(), notify: vi.fn(), ended: vi.fn() }
  const attention = new AttentionService({
    clock,
    settings: () => settings,
    fullScreen: async () => {
      if (screen.state instanceof Error) throw screen.state
      return screen.state
    },
    ...parts,
  })
  const arrive = async (id: string, critical = false) => {
    const raise = vi.fn()
    await attention.add({ id, critical, raise })
    return raise
  }
  return { clock, screen, attention, arrive, ...parts }
}

const quietNow = { enabled: true, from: '10:00', until: '11:00', days: ['mon'] } as const

describe('attention', () => {
  it('shows the pop-up with a sound', async () => {
    const { arrive, play, notify } = setUp()
    expect(await arrive('1')).toHaveBeenCalledOnce()
    expect(play.mock.calls).toEqual([['calm']])
    expect(notify).not.toHaveBeenCalled()
  })

  it('does not cover a full-screen game, and shows the pop-up silently once the game is left', async () => {
    const { clock, screen, arrive, play } = setUp()
    screen.state = 'yes'
    const raise = await arrive('1', true)
    expect(raise).not.toHaveBeenCalled()
    expect(play.mock.calls).toEqual([['urgent']])
    await clock.advance(3 * recheckMs)
    expect(raise).not.toHaveBeenCalled()
    screen.state = 'no'
    await clock.advance(recheckMs)
    expect(raise).toHaveBeenCalledOnce()
    expect(play).toHaveBeenCalledOnce()
    expect(clock.waiting).toBe(0)
  })

  it('is silent in quiet hours, and shows what still waits when they end', async () => {
    const { clock, arrive, play, notify } = setUp({ quietHours: quietNow })
    const raise = await arrive('1', true)
    expect(raise).not.toHaveBeenCalled()
    await clock.advance(30 * 60_000 + recheckMs)
    expect(raise).toHaveBeenCalledOnce()
    expect(play).not.toHaveBeenCalled()
    expect(notify).not.toHaveBeenCalled()
  })

  it('drops what was answered or viewed in the meantime', async () => {
    const { clock, screen, attention, arrive, ended } = setUp()
    screen.state = 'yes'
    const raise = await arrive('1')
    attention.remove('1')
    expect(ended).toHaveBeenCalledOnce()
    screen.state = 'no'
    await clock.advance(2 * recheckMs)
    expect(raise).not.toHaveBeenCalled()
    expect(clock.waiting).toBe(0)

    const raiseNext = vi.fn()
    const arriving = attention.add({ id: '2', critical: false, raise: raiseNext })
    attention.remove('2')
    await arriving
    expect(raiseNext).not.toHaveBeenCalled()
  })

  it('shows a notification instead of the pop-up, combining close ones', async () => {
    const { clock, arrive, notify } = setUp({ popUp: 'count' })
    const raise = await arrive('1')
    await arrive('2')
    await arrive('3')
    expect(notify).toHaveBeenCalledOnce()
    await clock.advance(minSoundIntervalMs)
    expect(notify).toHaveBeenCalledTimes(2)
    expect(raise).not.toHaveBeenCalled()
  })

  it('plays one sound for many questions, and shows each of them', async () => {
    const { clock, arrive, play } = setUp()
    for (let at = 0; at < 20; at += 1) expect(await arrive(`${at}`)).toHaveBeenCalledOnce()
    expect(play).toHaveBeenCalledOnce()
    await clock.advance(minSoundIntervalMs)
    await arrive('next')
    expect(play).toHaveBeenCalledTimes(2)
  })

  it('shows the pop-up where full screen cannot be detected', async () => {
    const { screen, arrive } = setUp()
    screen.state = new Error('no such program')
    expect(await arrive('1')).toHaveBeenCalledOnce()
    await settled()
  })
})

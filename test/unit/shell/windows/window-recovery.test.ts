import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { recoverPage } from '../../../../src-main/shell/windows/window-recovery.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

class FakePage extends EventEmitter {
  readonly loadURL = vi.fn(async (_url: string) => {})
  readonly forcefullyCrashRenderer = vi.fn(() => this.die('killed'))
  isDestroyed = () => false
  die(reason = 'crashed'): void {
    this.emit('render-process-gone', {}, { reason })
  }
}

function scene(onGone = () => {}) {
  const page = new FakePage()
  const clock = new FakeClock()
  recoverPage(page, {
    clock,
    log: new RecordingLog(),
    name: 'window',
    addressAfter: (often) => (often ? 'bare' : 'again'),
    onGone,
  })
  return { page, clock }
}

describe('a window whose page crashed', () => {
  it('is reloaded', () => {
    const { page } = scene()
    page.die()
    expect(page.loadURL).toHaveBeenLastCalledWith('again')
  })

  it('gets a minimal page when it crashes repeatedly within a minute', async () => {
    const { page, clock } = scene()
    for (let i = 0; i < 3; i += 1) page.die()
    expect(page.loadURL).toHaveBeenLastCalledWith('bare')
    await clock.advance(60_001)
    page.die()
    expect(page.loadURL).toHaveBeenLastCalledWith('again')
  })

  it('has its open questions denied each time, and waits before the next reload when even the minimal page crashes', async () => {
    const gone = vi.fn()
    const { page, clock } = scene(gone)
    for (let i = 0; i < 5; i += 1) page.die()
    expect(gone).toHaveBeenCalledTimes(5)
    expect(page.loadURL).toHaveBeenCalledTimes(3)
    await clock.advance(10_000)
    expect(page.loadURL).toHaveBeenCalledTimes(4)
    expect(page.loadURL).toHaveBeenLastCalledWith('bare')
  })

  it('is left alone when its page ended as it should', () => {
    const { page } = scene()
    page.die('clean-exit')
    expect(page.loadURL).not.toHaveBeenCalled()
  })

  it('is reloaded when its page hangs, but not when it responds in time', async () => {
    const { page, clock } = scene()
    page.emit('unresponsive')
    await clock.advance(10_000)
    page.emit('responsive')
    await clock.advance(60_000)
    expect(page.forcefullyCrashRenderer).not.toHaveBeenCalled()
    page.emit('unresponsive')
    await clock.advance(15_000)
    expect(page.forcefullyCrashRenderer).toHaveBeenCalledOnce()
    expect(page.loadURL).toHaveBeenLastCalledWith('again')
  })
})

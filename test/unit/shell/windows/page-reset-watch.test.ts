import { describe, expect, it, vi } from 'vitest'
import { PageResetWatch } from '../../../../src-main/shell/windows/page-reset-watch.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

function setUp() {
  const [clock, reload] = [new FakeClock(), vi.fn()]
  return { clock, reload, watch: new PageResetWatch(clock, reload) }
}

describe('a page that must redact itself', () => {
  it('is not reloaded when it confirms in time', async () => {
    const { clock, reload, watch } = setUp()
    watch.expect()
    await clock.advance(1_900)
    watch.arrived()
    await clock.advance(10_000)
    expect(reload).not.toHaveBeenCalled()
  })

  it('is reloaded, once, when it does not confirm', async () => {
    const { clock, reload, watch } = setUp()
    watch.expect()
    watch.expect()
    await clock.advance(10_000)
    expect(reload).toHaveBeenCalledOnce()
  })
})

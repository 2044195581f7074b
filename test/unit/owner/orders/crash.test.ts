import { describe, expect, it, vi } from 'vitest'
import { type CrashAccess, crashOrders } from '../../../../src-main/owner/orders/program.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

function scene() {
  const clock = new FakeClock()
  const log = new RecordingLog()
  const parts = {
    state: () => ({ last: null, safeMode: true }),
    dismiss: vi.fn(),
    connect: vi.fn(async () => {}),
    report: () => 'the report',
    copy: vi.fn(async () => {}),
    showLog: vi.fn(),
  } satisfies CrashAccess
  return { clock, log, parts, handlers: checkedOrders(crashOrders(parts, clock, log), log) }
}

describe('the crash report, for the window', () => {
  it('lets the main window copy the report, open the log, dismiss it and connect', async () => {
    const { parts, handlers } = scene()
    expect(await handlers['crash:copy-report'](undefined, 'window')).toMatchObject({ ok: true })
    expect(parts.copy).toHaveBeenCalledWith('the report')
    await handlers['crash:show-log'](undefined, 'window')
    await handlers['crash:dismiss'](undefined, 'window')
    await handlers['crash:connect'](undefined, 'window')
    expect(parts.showLog).toHaveBeenCalledOnce()
    expect(parts.dismiss).toHaveBeenCalledOnce()
    expect(parts.connect).toHaveBeenCalledOnce()
  })

  it('says that connecting failed, and why in the log', async () => {
    const { parts, handlers, log } = scene()
    parts.connect.mockRejectedValueOnce(new Error('no simulator'))
    const result = await handlers['crash:connect'](undefined, 'window')
    expect(result).toMatchObject({ ok: false, error: { code: 'SYSTEM.INTERNAL_ERROR' } })
    expect(log.lines).toMatchObject([{ level: 'error', details: { error: 'Error: no simulator' } }])
  })

  it('logs errors of a page, cleaned', () => {
    const { handlers, log } = scene()
    handlers['crash:report'](
      { where: 'servers', message: 'No "Steve" at 203.0.113.9', stack: 'at x (/home/a/b.js:1)' },
      'window',
    )
    expect(log.lines).toEqual([
      expect.objectContaining({
        level: 'error',
        details: { page: 'window', where: 'servers', message: 'No […] at [address]', stack: 'at x (b.js:1)' },
      }),
    ])
  })

  it('lets no page fill the log, and counts the dropped errors', async () => {
    const { handlers, log, clock } = scene()
    const report = () => handlers['crash:report']({ where: 'live', message: 'again' }, 'window')
    for (let i = 0; i < 500; i += 1) report()
    expect(log.lines).toHaveLength(10)
    handlers['crash:report']({ where: 'pop-up', message: 'another page' }, 'pop-up')
    expect(log.lines).toHaveLength(11)
    await clock.advance(60_001)
    report()
    expect(log.lines.at(-1)).toMatchObject({ details: { andMore: 490 } })
  })
})

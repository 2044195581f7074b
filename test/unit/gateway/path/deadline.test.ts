import { describe, expect, it } from 'vitest'
import { type ProgressSignal, withDeadline } from '../../../../src-main/gateway/path/steps/deadline.js'
import { Cancellation, type CancellationToken } from '../../../../src-main/gateway/ports/cancellation.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const patience = { idle: 300_000, total: 3_600_000 }

function waiting(given: number | typeof patience = patience, stopped?: CancellationToken) {
  const clock = new FakeClock()
  let signs: ProgressSignal | undefined
  let cancellation: CancellationToken | undefined
  let end: (value: string) => void = () => {}
  const work = (token: CancellationToken, given: ProgressSignal): Promise<string> => {
    signs = given
    cancellation = token
    return new Promise((resolve) => {
      end = resolve
    })
  }
  const outcome = withDeadline(clock, given, work, stopped).then(
    (value) => value,
    (error: { details?: { afterMs?: number }; message: string }) => error.details?.afterMs ?? error.message,
  )
  const now = async () => Promise.race([outcome, Promise.resolve('waiting')])
  return {
    clock,
    outcome,
    now,
    signs: () => signs as ProgressSignal,
    isAborted: () => cancellation?.isCancelled,
    end: () => end('done'),
  }
}

// verifies: calls-timeouts
describe('a deadline', () => {
  it('ends a call that is silent too long, and clears every timer', async () => {
    const call = waiting()
    await call.clock.advance(patience.idle - 1)
    expect(await call.now()).toBe('waiting')
    await call.clock.advance(1)
    expect([await call.now(), call.isAborted(), call.clock.waiting]).toEqual([patience.idle, true, 0])
    call.signs().alive()
    expect(call.clock.waiting).toBe(0)
  })

  it('is extended by each sign of life, up to the total limit', async () => {
    const call = waiting()
    for (let passed = 0; passed < patience.total - 240_000; passed += 240_000) {
      await call.clock.advance(240_000)
      call.signs().alive()
    }
    expect(await call.now()).toBe('waiting')
    await call.clock.advance(240_000)
    expect([await call.now(), call.clock.waiting]).toEqual([patience.total, 0])
  })

  it('is paused while another party is asked, and restarts after the last of them', async () => {
    const call = waiting()
    const [one, two] = [call.signs().suspend(), call.signs().suspend()]
    await call.clock.advance(1_000_000)
    one()
    one()
    call.signs().alive()
    await call.clock.advance(1_000_000)
    expect(await call.now()).toBe('waiting')
    two()
    await call.clock.advance(patience.idle)
    expect(await call.now()).toBe(patience.idle)
  })

  it('is the total limit where no silence limit is agreed', async () => {
    const call = waiting(30_000)
    await call.clock.advance(29_000)
    call.signs().alive()
    await call.clock.advance(1_000)
    expect(await call.now()).toBe(30_000)
  })

  it('leaves no timer when the call ends or everything is stopped', async () => {
    const done = waiting()
    done.end()
    expect([await done.outcome, done.clock.waiting]).toEqual(['done', 0])
    const stop = new Cancellation()
    const stopped = waiting(patience, stop)
    stop.cancel(new Error('stopped'))
    expect([await stopped.outcome, stopped.clock.waiting, stopped.isAborted()]).toEqual(['stopped', 0, true])
  })
})

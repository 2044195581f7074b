import { beforeEach, describe, expect, it } from 'vitest'
import { maxPerKind, throttleLog, withinMs } from '../../../../src-main/network/http/throttled-log.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

let clock: FakeClock
let log: RecordingLog
beforeEach(() => {
  clock = new FakeClock()
  log = new RecordingLog()
})

const many = (times: number, write: () => void) => Array.from({ length: times }).forEach(write)

describe('a throttled log', () => {
  it('logs the first few of a kind, then once a minute how many more there were', async () => {
    const quieted = throttleLog(log, clock)
    many(2_000, () => quieted.warn('refused', { reason: 'foreign', origin: 'https://evil.example' }))
    expect(log.lines).toHaveLength(maxPerKind)
    await clock.advance(withinMs)
    expect(log.lines.slice(maxPerKind)).toEqual([
      { level: 'warn', message: 'refused', details: { reason: 'foreign', timesMore: 2_000 - maxPerKind } },
    ])
    quieted.warn('refused', { reason: 'foreign' })
    expect(log.lines).toHaveLength(maxPerKind + 2)
    expect(clock.waiting).toBe(0)
  })

  it('logs another kind all the same', () => {
    const quieted = throttleLog(log, clock)
    many(50, () => quieted.warn('refused', { reason: 'foreign' }))
    quieted.warn('refused', { reason: 'no token' })
    expect(log.lines.at(-1)?.details).toEqual({ reason: 'no token' })
  })

  it('never throttles an error', () => {
    const quieted = throttleLog(log, clock)
    many(50, () => quieted.error('a request failed'))
    expect(log.lines).toHaveLength(50)
  })

  it('logs each message that comes slowly', async () => {
    const quieted = throttleLog(log, clock)
    for (let time = 0; time < 30; time += 1) {
      quieted.warn('refused')
      await clock.advance(withinMs / maxPerKind)
    }
    expect(log.lines).toHaveLength(30)
  })

  it('logs the counted messages when it closes, and leaves no timer', () => {
    const quieted = throttleLog(log, clock)
    many(maxPerKind + 5, () => quieted.warn('refused'))
    quieted.close()
    expect(log.lines.at(-1)?.details).toEqual({ timesMore: 5 })
    expect(clock.waiting).toBe(0)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { mostOfAKind, quiet, withinMs } from '../../../src-main/http/quiet-log.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { RecordingLog } from '../../fakes/recording-log.js'

let clock: FakeClock
let log: RecordingLog
beforeEach(() => {
  clock = new FakeClock()
  log = new RecordingLog()
})

const many = (times: number, tell: () => void) => Array.from({ length: times }).forEach(tell)

describe('a quiet log', () => {
  it('tells the first few of a kind, then once a minute how many more there were', async () => {
    const quieted = quiet(log, clock)
    many(2_000, () => quieted.warn('refused', { reason: 'foreign', origin: 'https://evil.example' }))
    expect(log.lines).toHaveLength(mostOfAKind)
    await clock.advance(withinMs)
    expect(log.lines.slice(mostOfAKind)).toEqual([
      { level: 'warn', message: 'refused', details: { reason: 'foreign', timesMore: 2_000 - mostOfAKind } },
    ])
    quieted.warn('refused', { reason: 'foreign' })
    expect(log.lines).toHaveLength(mostOfAKind + 2)
    expect(clock.waiting).toBe(0)
  })

  it('tells of another kind all the same', () => {
    const quieted = quiet(log, clock)
    many(50, () => quieted.warn('refused', { reason: 'foreign' }))
    quieted.warn('refused', { reason: 'no token' })
    expect(log.lines.at(-1)?.details).toEqual({ reason: 'no token' })
  })

  it('never quiets an error', () => {
    const quieted = quiet(log, clock)
    many(50, () => quieted.error('a request failed'))
    expect(log.lines).toHaveLength(50)
  })

  it('tells of what comes slowly each time', async () => {
    const quieted = quiet(log, clock)
    for (let time = 0; time < 30; time += 1) {
      quieted.warn('refused')
      await clock.advance(withinMs / mostOfAKind)
    }
    expect(log.lines).toHaveLength(30)
  })

  it('tells what it has only counted when it closes, and leaves no timer', () => {
    const quieted = quiet(log, clock)
    many(mostOfAKind + 5, () => quieted.warn('refused'))
    quieted.close()
    expect(log.lines.at(-1)?.details).toEqual({ timesMore: 5 })
    expect(clock.waiting).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { LogFigures, longQuietMs, quietMs } from '../../../../../src-main/providers/java/log/log-figures.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'

const known = { isUnderstood: true, isEvent: false }
const strange = { isUnderstood: false, isEvent: false }
const event = { isUnderstood: true, isEvent: true }

function figures() {
  const clock = new FakeClock()
  const all = new LogFigures(clock)
  const write = (count: number, what: typeof known, text = 'line') => {
    for (let number = 0; number < count; number++) all.line(`${text} ${number}`, what)
  }
  return { clock, all, write }
}

describe('log figures', () => {
  it('count lines, those understood, and the events of the last hour', async () => {
    const { clock, all, write } = figures()
    write(3, event)
    write(5, known)
    write(2, strange)
    expect(all.reading).toEqual({ lines: 10, understood: 8, eventsPerHour: 3 })
    await clock.advance(59 * 60_000)
    write(1, event)
    expect(all.reading.eventsPerHour).toBe(4)
    await clock.advance(60_000)
    expect(all.reading.eventsPerHour).toBe(1)
  })

  it('warn when players are online and most lines have no known form', async () => {
    const { clock, all, write } = figures()
    all.online(1, [])
    write(12, strange, '10h00 INFO Steve says')
    await clock.advance(quietMs - 1)
    expect(all.reading.warning).toBeUndefined()
    await clock.advance(1)
    expect(all.reading.warning).toEqual({
      kind: 'unknown-form',
      minutes: 10,
      samples: [0, 1, 2].map((number) => `10h00 INFO Steve says ${number}`),
    })
  })

  it('warn when a player came or went without a line of the log', async () => {
    const { clock, all, write } = figures()
    all.online(1, ['Steve'])
    write(2, known, 'Steve ist beigetreten')
    await clock.advance(quietMs)
    expect(all.reading.warning).toMatchObject({
      kind: 'no-events',
      samples: [expect.stringContaining('Steve'), expect.any(String)],
    })
  })

  it('do not count a player whose coming or going the log showed, in this interval or the one before', async () => {
    const { clock, all, write } = figures()
    all.online(2, [])
    write(1, event)
    all.moved('steve')
    all.online(2, ['Steve'])
    all.online(2, ['Steve'])
    write(5, known)
    await clock.advance(quietMs)
    expect(all.reading.warning).toBeUndefined()
    all.online(2, ['Steve'])
    expect(all.reading.warning?.kind).toBe('no-events')
  })

  it('warn after an hour of many lines without an event', async () => {
    const { clock, all, write } = figures()
    all.online(2, [])
    write(60, known)
    await clock.advance(longQuietMs)
    expect(all.reading.warning?.kind).toBe('no-events')
  })

  it('do not warn of a player who stands still, of an empty server, or after an event', async () => {
    const { clock, all, write } = figures()
    all.online(1, [])
    write(20, known)
    await clock.advance(longQuietMs)
    expect(all.reading.warning).toBeUndefined()
    all.online(0, [])
    write(100, strange)
    await clock.advance(longQuietMs)
    expect(all.reading.warning).toBeUndefined()
    all.online(1, ['Steve'])
    write(20, strange)
    await clock.advance(quietMs)
    expect(all.reading.warning).toBeDefined()
    write(1, event)
    expect(all.reading.warning).toBeUndefined()
  })

  it('show lines of an unknown form first, without addresses, secrets and what follows private commands', async () => {
    const { clock, all, write } = figures()
    all.online(1, ['Steve'])
    write(3, known)
    all.line('Steve (/203.0.113.7:5000) password=hunter2secret left', strange)
    all.line('Steve used /login hunter2', strange)
    all.line(`\u001b[31m${'x'.repeat(1_000)}`, strange)
    await clock.advance(quietMs)
    const samples = all.reading.warning?.samples ?? []
    expect(samples).toHaveLength(3)
    expect(samples.join('\n')).not.toMatch(/203\.0|hunter2|\p{Cc}(?<!\n)/u)
    expect(samples[1]).toBe('Steve used /login …')
    expect(Math.max(...samples.map((sample) => sample.length))).toBeLessThanOrEqual(160)
  })
})

import { describe, expect, it } from 'vitest'
import { ResourceSubscriptions } from '../../../../src-main/providers/mcp-service/connection/subscriptions.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

/** A service of the newer era, whose streams a test closes. */
function scene() {
  const clock = new FakeClock()
  const log = new RecordingLog()
  const subscriptions = new ResourceSubscriptions({ clock, log, service: 'notes' })
  const closers: (() => void)[] = []
  const wanted: unknown[] = []
  const client = {
    getProtocolEra: () => 'modern',
    getServerCapabilities: () => ({ resources: { subscribe: true } }),
    setNotificationHandler: () => {},
    async listen(what: unknown) {
      wanted.push(what)
      const closed = new Promise<string>((resolve) => closers.push(() => resolve('remote')))
      return { closed, close: async () => {} }
    },
  }
  subscriptions.attach(client as never)
  const closeAfter = async (milliseconds: number): Promise<void> => {
    await clock.advance(milliseconds)
    closers.at(-1)?.()
  }
  return { clock, log, subscriptions, wanted, closeAfter }
}

describe('a stream of the newer era that a service closes', () => {
  it('is opened again for ever, at last once a minute, and is logged once', async () => {
    const { clock, log, subscriptions, wanted, closeAfter } = scene()
    subscriptions.follow('notes://a', () => {})
    await clock.advance(0)
    for (let times = 1; times <= 20; times += 1) {
      expect(wanted).toHaveLength(times)
      await closeAfter(10)
      await clock.advance(60_000)
    }
    expect(wanted.at(-1)).toEqual({ resourceSubscriptions: ['notes://a'] })
    expect(log.lines).toHaveLength(1)
    subscriptions.detach()
    await closeAfter(0)
    await clock.advance(600_000)
    expect(clock.waiting).toBe(0)
  })

  it('is opened again soon where it held for a minute', async () => {
    const { clock, subscriptions, wanted, closeAfter } = scene()
    subscriptions.follow('notes://a', () => {})
    for (let times = 0; times < 10; times += 1) {
      await closeAfter(0)
      await clock.advance(60_000)
    }
    const before = wanted.length
    for (let times = 1; times <= 5; times += 1) {
      await closeAfter(60_000)
      await clock.advance(1_000)
      expect(wanted).toHaveLength(before + times)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { followAnnouncements, listDelays } from '../../../../src-main/providers/mcp-service/listing.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

function followed(list: () => Promise<void>, isCurrent = () => true) {
  const clock = new FakeClock()
  const log = new RecordingLog()
  const handlers: (() => void)[] = []
  const client = { setNotificationHandler: (_method: string, handler: () => void) => void handlers.push(handler) }
  followAnnouncements({ client } as never, { clock, log, service: 'a', isCurrent, list })
  return { clock, log, announce: () => handlers.forEach((handler) => void handler()) }
}

describe('announcements of changed lists', () => {
  it('become one listing, and one more when they come while it runs', async () => {
    const ends: (() => void)[] = []
    const list = () => new Promise<void>((resolve) => void ends.push(resolve))
    const { clock, announce } = followed(list)
    for (let count = 0; count < 1_000; count++) announce()
    await clock.advance(listDelays.first)
    expect(ends).toHaveLength(1)
    for (let count = 0; count < 1_000; count++) announce()
    await clock.advance(60_000)
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await clock.advance(listDelays.longest)
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await clock.advance(60_000)
    expect([ends.length, clock.waiting]).toEqual([2, 0])
  })

  it('are heard less and less often while they do not end, and at once after a pause', async () => {
    let listings = 0
    const { clock, announce } = followed(async () => {
      listings += 1
      if (listings < 20) announce()
    })
    announce()
    await clock.advance(60_000)
    expect(listings).toBeLessThan(10)
    await clock.advance(20 * listDelays.longest)
    expect(listings).toBe(20)
    announce()
    await clock.advance(listDelays.first)
    expect(listings).toBe(21)
  })

  it('are heard again after a listing that failed', async () => {
    let listings = 0
    const { clock, log, announce } = followed(async () => {
      listings += 1
      throw new Error('no list')
    })
    for (let count = 0; count < 2; count++) {
      announce()
      await clock.advance(listDelays.first)
    }
    expect([listings, log.lines.length]).toEqual([2, 2])
  })

  it('of a session that has ended are not followed', async () => {
    let isCurrent = true
    let listings = 0
    const { clock, announce } = followed(
      async () => {
        listings += 1
      },
      () => isCurrent,
    )
    announce()
    isCurrent = false
    await clock.advance(60_000)
    expect(listings).toBe(0)
  })
})

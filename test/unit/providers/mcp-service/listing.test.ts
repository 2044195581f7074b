import { describe, expect, it } from 'vitest'
import { listAll, maxListed } from '../../../../src-main/providers/mcp-service/connection/connection.js'
import { followListChanges, listDelays } from '../../../../src-main/providers/mcp-service/listing.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

function followed(list: () => Promise<void>, isCurrent = () => true) {
  const clock = new FakeClock()
  const log = new RecordingLog()
  const handlers: (() => void)[] = []
  const client = { setNotificationHandler: (_method: string, handler: () => void) => void handlers.push(handler) }
  followListChanges({ client } as never, { clock, log, service: 'a', isCurrent, list })
  return { clock, log, announce: () => handlers.forEach((handler) => void handler()) }
}

describe('a list', () => {
  const pages = (page: (cursor: number) => object) => ({
    request: async ({ params }: { params?: { cursor?: string } }) => page(Number(params?.cursor ?? 0)),
  })
  const listOf = async (page: (cursor: number) => object) => {
    const cut: string[] = []
    const terms = { signal: new AbortController().signal, onCut: (method: string) => void cut.push(method) }
    const items = await listAll(pages(page) as never, 'tools/list', 'tools', terms)
    return { items, cut }
  }

  it('is read page by page', async () => {
    const { items, cut } = await listOf((cursor) => ({
      tools: [cursor],
      ...(cursor < 9 && { nextCursor: `${cursor + 1}` }),
    }))
    expect([items, cut]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], []])
  })

  it.each([
    ['of too many entries', () => ({ tools: Array.from({ length: 3_000 }, () => ({})) }), maxListed.items],
    ['that is too large', () => ({ tools: ['a', 'x'.repeat(maxListed.characters), 'b'] }), 1],
    ['without an end', (cursor: number) => ({ tools: ['a'], nextCursor: `${cursor + 1}` }), 64],
    ['that goes in a circle', (cursor: number) => ({ tools: ['a'], nextCursor: `${(cursor + 1) % 3}` }), 4],
  ] as const)('%s is cut, and says so', async (_case, page, length) => {
    const { items, cut } = await listOf(page)
    expect([items.length, cut]).toEqual([length, ['tools/list']])
  })
})

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

  it('are processed less and less often while they continue, and at once after a pause', async () => {
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

  it('are processed again after a failed listing', async () => {
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

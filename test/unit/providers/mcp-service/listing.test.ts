import { ProtocolError } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listAll, maxListed } from '../../../../src-main/providers/mcp-service/connection/list-all.js'
import { followListChanges, listDelays, listed } from '../../../../src-main/providers/mcp-service/listing.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { forAllAsync } from '../../../fixtures/properties.js'

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
    const terms = {
      signal: new AbortController().signal,
      timeout: 1_000,
      onCut: (method: string) => void cut.push(method),
    }
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
  ] as const)('%s is cut, and says so', async (_case, page, length) => {
    const { items, cut } = await listOf(page)
    expect([items.length, cut]).toEqual([length, ['tools/list']])
  })
})

describe('a cursor that real servers send', () => {
  type Page = { readonly tools: readonly string[]; readonly nextCursor?: unknown }
  const listOf = async (page: (cursor: string | undefined, requests: number) => Page) => {
    const cut: string[] = []
    let requests = 0
    const client = {
      async request({ params }: { params: { cursor?: string } }) {
        requests += 1
        return page(params.cursor, requests)
      },
    }
    const options = { signal: new AbortController().signal, timeout: 1_000, onCut: (one: string) => void cut.push(one) }
    return { items: await listAll(client as never, 'tools/list', 'tools', options), cut, requests }
  }

  it.each([
    ['is empty on the only page', () => ({ tools: ['a', 'b'], nextCursor: '' })],
    ['is the same on every page', () => ({ tools: ['a', 'b'], nextCursor: '8' })],
    ['is null', () => ({ tools: ['a', 'b'], nextCursor: null })],
    [
      'is empty and leads on',
      (cursor: string | undefined) => (cursor === '' ? { tools: ['b'] } : { tools: ['a'], nextCursor: '' }),
    ],
    [
      'is empty on the last of two pages',
      (cursor: string | undefined) =>
        cursor === '2' ? { tools: ['b'], nextCursor: '' } : { tools: ['a'], nextCursor: '2' },
    ],
    [
      'is empty, and refused when it is sent',
      (cursor: string | undefined) => {
        if (cursor === '') throw new ProtocolError(-32_602, 'Invalid cursor')
        return { tools: ['a', 'b'], nextCursor: '' }
      },
    ],
  ] satisfies [string, (cursor: string | undefined) => Page][])('%s gives the whole list once', async (_how, page) => {
    const { items, cut, requests } = await listOf(page)
    expect([items, cut]).toEqual([['a', 'b'], []])
    expect(requests).toBeLessThanOrEqual(3)
  })

  it('is the same on every page that brings something new: the list ends at the limits', async () => {
    const { items, cut } = await listOf((_cursor, requests) => ({ tools: [`${requests}`], nextCursor: 'next' }))
    expect([items.length, cut]).toEqual([64, ['tools/list']])
  })

  it('never loses an item, repeats a page forever or fails, however a server chooses it', async () => {
    const cursors = fc.array(fc.constantFrom('', 'a', 'b', undefined), { minLength: 1, maxLength: 8 })
    await forAllAsync(cursors, async (chosen) => {
      const { items, requests } = await listOf((_cursor, request) => {
        const nextCursor = chosen[request - 1]
        return { tools: [`${request}`], ...(nextCursor !== undefined && { nextCursor }) }
      })
      expect(new Set(items).size).toBe(items.length)
      expect(items.length).toBe(requests)
    })
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

describe('a list that cannot be read', () => {
  const lists = {
    'tools/list': { tools: [{ name: 'a' }] },
    'prompts/list': { prompts: [{ name: 'p' }] },
    'resources/list': { resources: [{ uri: 'r' }] },
    'resources/templates/list': { resourceTemplates: [{ uriTemplate: 't' }] },
  }
  const methods = Object.keys(lists) as (keyof typeof lists)[]
  const all = { tools: {}, prompts: {}, resources: {} }
  const service = (failing: readonly string[], capabilities: object = all, error = new Error('no answer')) => ({
    client: {
      getServerCapabilities: () => capabilities,
      async request({ method }: { method: keyof typeof lists }) {
        if (failing.includes(method)) throw error
        return lists[method]
      },
    } as never,
  })
  const { signal } = new AbortController()

  it.each(methods)('stays as it was, and says so: %s', async (method) => {
    const previous = await listed(service([]), { signal })
    expect(await listed(service([method]), { signal, previous })).toEqual({ ...previous, failed: [method] })
  })

  it('ends the start where it is that of the tools', async () => {
    await expect(listed(service(['tools/list']), { signal })).rejects.toThrow('no answer')
  })

  it('is reported where the service declares nothing, unless it knows no tools', async () => {
    expect(await listed(service(['tools/list'], {}), { signal })).toMatchObject({ tools: [], failed: ['tools/list'] })
    const unknown = new ProtocolError(-32_601, 'Method not found')
    expect(await listed(service(['tools/list'], {}, unknown), { signal })).toMatchObject({ tools: [], failed: [] })
  })
})

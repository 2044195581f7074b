import { describe, expect, it } from 'vitest'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import { keptEntries, LiveFeed, type NewEntry } from '../../../src-main/gateway/live-feed.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { GatewayUnderTest } from '../../fakes/gateway-under-test.js'

const entry = (name: string): NewEntry => ({ kind: 'server', server: { id: name, name }, state: 'online' })

describe('the live feed', () => {
  it('tells everybody who follows, with a fresh id and the time', async () => {
    const clock = new FakeClock()
    const feed = new LiveFeed(clock)
    const heard: LiveEntry[] = []
    feed.onDidArrive((arrived) => heard.push(arrived))
    feed.add(entry('a'))
    await clock.advance(1_000)
    feed.add(entry('b'))
    expect(heard.map(({ at }) => at)).toEqual(['2026-01-19T10:30:00.000Z', '2026-01-19T10:30:01.000Z'])
    expect(new Set(heard.map(({ id }) => id)).size).toBe(2)
  })

  it('takes the time that an entry brings', () => {
    const feed = new LiveFeed(new FakeClock())
    feed.add(entry('a'), '2020-01-01T00:00:00Z')
    expect(feed.recent()).toMatchObject([{ at: '2020-01-01T00:00:00Z' }])
  })

  it('keeps the newest entries, oldest first, and forgets the rest', () => {
    const feed = new LiveFeed(new FakeClock())
    for (let number = 0; number < keptEntries + 10; number++) feed.add(entry(`${number}`))
    const kept = feed.recent()
    expect(kept).toHaveLength(keptEntries)
    expect(kept[0]).toMatchObject({ server: { id: '10' } })
    expect(kept.at(-1)).toMatchObject({ server: { id: `${keptEntries + 9}` } })
  })

  it('gives a list of its own: changing it changes nothing', () => {
    const feed = new LiveFeed(new FakeClock())
    feed.add(entry('a'))
    feed.recent().pop()
    expect(feed.recent()).toHaveLength(1)
  })
})

describe('what the gateway feeds', () => {
  it('is a line when a server changes its state, and none when it is new or only its health changed', () => {
    const under = new GatewayUnderTest()
    under.serve('overworld', [], { state: 'connecting' })
    under.serve('overworld', [], { state: 'online' })
    under.serve('overworld', [], { state: 'online', health: { tps: 19 } })
    under.serve('overworld', [], { state: 'offline' })
    expect(under.gateway.feed.recent()).toMatchObject([
      { kind: 'server', state: 'online' },
      { kind: 'server', state: 'offline' },
    ])
  })

  it('is a line when a server is removed', () => {
    const under = new GatewayUnderTest()
    under.serve('overworld', [])
    under.provider.host.withdraw('overworld')
    expect(under.gateway.feed.recent()).toMatchObject([{ kind: 'server', state: 'offline' }])
  })

  it('is a line when a call ends, with its error where it failed', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    await under.call('world.time.get', { worldName: 'world' })
    await under.call('no.such', {})
    expect(under.gateway.feed.recent()).toMatchObject([
      { kind: 'call', result: 'done', capabilityId: 'world.time.get', risk: 'low', milliseconds: 0 },
      { kind: 'call', result: 'failed', error: { code: 'PROTOCOL.CAPABILITY_NOT_FOUND' } },
    ])
  })
})

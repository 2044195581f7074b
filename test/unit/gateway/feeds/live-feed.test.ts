import type { LiveEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import { LiveFeed, type NewEntry, recentEntries } from '../../../../src-main/gateway/feeds/live-feed.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const entry = (name: string): NewEntry => ({ kind: 'server', server: { id: name, name }, state: 'online' })

describe('the live feed', () => {
  it('notifies every listener, with a fresh id and the time', async () => {
    const clock = new FakeClock()
    const feed = new LiveFeed(clock)
    const received: LiveEntry[] = []
    feed.onDidArrive((arrived) => received.push(arrived))
    feed.add(entry('a'))
    await clock.advance(1_000)
    feed.add(entry('b'))
    expect(received.map(({ at }) => at)).toEqual(['2026-01-19T10:30:00.000Z', '2026-01-19T10:30:01.000Z'])
    expect(new Set(received.map(({ id }) => id)).size).toBe(2)
  })

  it('uses the time of an entry where it has one', () => {
    const feed = new LiveFeed(new FakeClock())
    feed.add(entry('a'), '2020-01-01T00:00:00Z')
    expect(feed.recent()).toMatchObject([{ at: '2020-01-01T00:00:00Z' }])
  })

  const filled = (count: number, limits = { entries: 100, characters: 1_000_000 }) => {
    const feed = new LiveFeed(new FakeClock(), limits)
    for (let number = 0; number < count; number++) feed.add(entry(`${number}`))
    return feed
  }
  const namesOf = (entries: readonly LiveEntry[]) => entries.map(({ server }) => server?.id)

  it('keeps the newest entries, oldest first, and drops the rest', () => {
    const kept = filled(10_010).recent()
    expect(kept).toHaveLength(100)
    expect(namesOf([...kept.slice(0, 1), ...kept.slice(-1)])).toEqual(['9910', '10009'])
  })

  it('keeps fewer of large ones', () => {
    const feed = new LiveFeed(new FakeClock(), { entries: 100, characters: 20_000 })
    for (let number = 0; number < 50; number++) feed.add(entry(`${number} ${'x'.repeat(2_000)}`))
    expect(feed.recent().length).toBeLessThan(6)
    expect(feed.recent().at(-1)).toMatchObject({ server: { id: expect.stringMatching(/^49 /u) } })
  })

  it('sends at most the newest thousand entries after a reconnect', () => {
    expect(filled(3_000, { entries: 5_000, characters: 10_000_000 }).recent()).toHaveLength(recentEntries)
  })

  it('returns pages without a gap, down to the oldest entry', () => {
    const feed = filled(10_010)
    const newest = feed.page(undefined, 60)
    expect(newest).toMatchObject({ from: 9_950, oldest: 9_910 })
    const older = feed.page(newest.from, 60)
    expect(older).toMatchObject({ from: 9_910 })
    expect(namesOf([...older.entries, ...newest.entries])).toEqual(namesOf(feed.recent()))
    expect(feed.page(older.from).entries).toEqual([])
    expect(feed.page(5).entries).toEqual([])
    expect(namesOf(feed.page(99_999, 1).entries)).toEqual(['10009'])
  })

  it('returns a copy: changing it changes nothing', () => {
    const feed = new LiveFeed(new FakeClock())
    feed.add(entry('a'))
    feed.recent().pop()
    expect(feed.recent()).toHaveLength(1)
  })
})

describe('an entry of the feed', () => {
  it('is added when a server changes its state, not when it is new or only its health changed', () => {
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

  it('is added when a server is removed', () => {
    const under = new GatewayUnderTest()
    under.serve('overworld', [])
    under.provider.host.withdraw('overworld')
    expect(under.gateway.feed.recent()).toMatchObject([{ kind: 'server', state: 'offline' }])
  })

  it('is added when a call ends, with its error where it failed', async () => {
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

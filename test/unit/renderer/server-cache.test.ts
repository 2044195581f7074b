import type { Server } from '@shared/servers/server.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Registry } from '../../../src-main/gateway/trust/registry.js'
import { ServerUpdates } from '../../../src-main/ipc/server-updates.js'
import type { SentServers } from '../../../src-main/ipc/shapes.js'
import { ServerCache } from '../../../src-renderer/state/server-cache.js'
import { createServersFeed } from '../../../src-renderer/state/servers.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { manifestOf } from '../../fakes/fake-provider.js'

/** What servers may be able to do: the same things, by several hands. */
const offers = ['none', 'one', 'two'].map((name) =>
  name === 'none' ? [] : [manifestOf({ description: `The ${name}.` })],
)

const server = (id: string, part: Partial<Server> = {}): Server => ({
  id,
  name: id,
  kind: 'agent',
  state: 'online',
  capabilities: offers[1] ?? [],
  refused: [],
  ...part,
})

/** Main and a page that follows it, with a controlled channel between them. */
function scene(...there: readonly Server[]) {
  const clock = new FakeClock()
  const registry = new Registry()
  const present = (one: Server) =>
    registry.present({ server: one, invoke: () => Promise.reject(new Error('Nothing is called here.')) })
  for (const one of there) present(one)
  let listener: ((news: SentServers) => void) | undefined
  let isLost = false
  const crossed = (sent: SentServers): SentServers => JSON.parse(JSON.stringify(sent))
  const news = new ServerUpdates({
    registry,
    clock,
    sendServers: (sent) => {
      if (!isLost) listener?.(crossed(sent))
    },
    sendStates: () => {},
  })
  const fetch = vi.fn(async () => crossed(news.whole()))
  const feed = createServersFeed({
    subscribe: (each) => {
      listener = each
      return () => {
        listener = undefined
      }
    },
    fetch,
  })
  const shown = () => [...feed.use.getState().value].sort((one, other) => (one.id < other.id ? -1 : 1))
  const known = () => crossed(registry.servers() as never) as unknown as readonly Server[]
  const settle = () => clock.advance(1_000)
  return {
    registry,
    present,
    news,
    feed,
    fetch,
    shown,
    known,
    settle,
    lose: (lost: boolean) => {
      isLost = lost
    },
  }
}

describe('the servers that a page has received', () => {
  it('are the snapshot, and then the changes', async () => {
    const { feed, present, registry, settle, shown, fetch } = scene(server('a'), server('b'))
    feed.start()
    await settle()
    expect(feed.use.getState().status).toBe('ready')
    present(server('a', { state: 'offline', capabilities: offers[2] ?? [] }))
    registry.withdraw('b')
    await settle()
    expect(shown()).toEqual([server('a', { state: 'offline', capabilities: offers[2] ?? [] })])
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('keep the capabilities of a server as the same object while only its heartbeat changes', async () => {
    const { feed, present, settle } = scene(server('a'), server('b'))
    feed.start()
    await settle()
    const before = feed.use.getState()
    present(server('a', { capabilities: before.value[0]?.capabilities ?? [], heartbeat: { at: '1' } }))
    present(server('a', { heartbeat: { at: '2', latencyMs: 3 }, health: { onlinePlayers: 2 } }))
    await settle()
    const after = feed.use.getState()
    expect(after.value[0]).toMatchObject({ heartbeat: { at: '2' }, health: { onlinePlayers: 2 } })
    expect(after.value[0]?.capabilities).toBe(before.value[0]?.capabilities)
    expect(after.value[1]).toBe(before.value[1])
    expect(after.stableServers).toBe(before.stableServers)
    expect(before.value[0]?.capabilities).toBe(before.value[1]?.capabilities)
  })

  it('are requested again when a push was missed', async () => {
    const { feed, present, settle, shown, fetch, lose } = scene(server('a'), server('b'))
    feed.start()
    await settle()
    lose(true)
    present(server('a', { name: 'Missed' }))
    await settle()
    lose(false)
    expect(shown()[0]?.name).toBe('a')
    present(server('b', { name: 'Received' }))
    await settle()
    expect(shown().map(({ name }) => name)).toEqual(['Missed', 'Received'])
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('are requested again when main asks for a refresh', async () => {
    const { feed, news, settle, fetch } = scene(server('a'))
    feed.start()
    await settle()
    news.sendAll()
    await settle()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('lose nothing that is pushed while the full list is pending', async () => {
    const { feed, present, settle, shown, fetch } = scene(server('a'))
    let arrive = () => {}
    const whole = await fetch()
    fetch.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(whole)
        }),
    )
    feed.start()
    present(server('a', { state: 'offline' }))
    present(server('b'))
    await settle()
    expect(feed.use.getState().status).toBe('loading')
    arrive()
    await settle()
    expect(shown().map(({ id, state }) => [id, state])).toEqual([
      ['a', 'offline'],
      ['b', 'online'],
    ])
  })

  it('report a missing response, and recover with the next push', async () => {
    const { feed, present, settle, fetch, shown } = scene(server('a'))
    fetch.mockRejectedValueOnce(new Error('gone'))
    feed.start()
    await settle()
    expect(feed.use.getState().status).toBe('failed')
    present(server('a', { name: 'Back' }))
    await settle()
    expect(feed.use.getState().status).toBe('ready')
    expect(shown()[0]?.name).toBe('Back')
  })

  it('keep only capabilities that a server offers', () => {
    const ledger = new ServerCache()
    const sent = (sequence: number, digest: string): SentServers => ({
      sequence,
      servers: [{ id: 'a', name: 'a', kind: 'agent', state: 'online', offer: digest }],
      gone: [],
      offers: [{ digest, text: JSON.stringify({ capabilities: [], refused: [] }) }],
    })
    ledger.begin(sent(0, 'one'))
    ledger.take(sent(1, 'two'))
    expect(ledger.take({ ...sent(2, 'one'), offers: [] })).toBe('missed')
  })

  it('equal those of main in the end, for any order of changes and losses', async () => {
    const id = fc.constantFrom('a', 'b', 'c')
    const step = fc.oneof(
      fc.record({
        do: fc.constant('present' as const),
        id,
        offer: fc.nat(2),
        state: fc.constantFrom('online' as const, 'offline' as const),
        players: fc.nat(3),
      }),
      fc.record({ do: fc.constant('withdraw' as const), id }),
      fc.record({ do: fc.constantFrom('settle' as const, 'lose' as const, 'find' as const, 'ask' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { feed, registry, present, settle, shown, known, lose } = scene(server('a'))
        feed.start()
        for (const one of steps) {
          if (one.do === 'present') {
            const health = { onlinePlayers: one.players }
            present(server(one.id, { capabilities: offers[one.offer] ?? [], state: one.state, health }))
          } else if (one.do === 'withdraw') registry.withdraw(one.id)
          else if (one.do === 'ask') feed.refresh()
          else if (one.do === 'settle') await settle()
          else lose(one.do === 'lose')
        }
        await settle()
        lose(false)
        present(server('last'))
        await settle()
        expect(shown()).toEqual([...known()].sort((one, other) => (one.id < other.id ? -1 : 1)))
      }),
      { numRuns: 60 },
    )
  })
})

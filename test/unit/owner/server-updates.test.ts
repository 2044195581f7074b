import type { Server } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import { Registry } from '../../../src-main/gateway/trust/registry.js'
import { ServerUpdates } from '../../../src-main/owner/server-updates.js'
import type { SentServers, StateOfServer } from '../../../src-main/owner/table/shapes.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { manifestOf } from '../../fakes/fake-provider.js'

const capabilities = [manifestOf()]
const refused: Server['refused'] = []

const server = (id: string, part: Partial<Server> = {}): Server => ({
  id,
  name: id,
  kind: 'agent',
  state: 'online',
  capabilities,
  refused,
  ...part,
})

function scene(...there: readonly Server[]) {
  const clock = new FakeClock()
  const registry = new Registry()
  const present = (one: Server) =>
    registry.present({ server: one, invoke: () => Promise.reject(new Error('Nothing is called here.')) })
  for (const one of there) present(one)
  const reported: SentServers[] = []
  const states: (readonly StateOfServer[])[] = []
  const news = new ServerUpdates({
    registry,
    clock,
    sendServers: (sent) => void reported.push(sent),
    sendStates: (sent) => void states.push(sent),
  })
  const beat = (one: Server, at: string) => present({ ...one, heartbeat: { at }, health: { onlinePlayers: 3 } })
  return { clock, registry, present, beat, reported, states, news }
}

describe('pushes about servers', () => {
  it('contain everything at first, with one offer for all servers that share it', () => {
    const copy = [manifestOf()]
    const { news } = scene(server('a'), server('b'), server('c', { capabilities: copy }))
    const whole = news.whole()
    expect(whole).toMatchObject({ sequence: 0, servers: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], gone: [] })
    expect(whole.offers).toHaveLength(1)
    expect(new Set(whole.servers.map(({ offer }) => offer))).toEqual(new Set([whole.offers[0]?.digest]))
    expect(JSON.parse(whole.offers[0]?.text ?? '')).toEqual({ capabilities, refused })
    expect(JSON.stringify(whole.servers)).not.toContain(capabilities[0]?.id)
  })

  it('combine heartbeats within a second, without offers', async () => {
    const { clock, beat, reported, states } = scene(server('a'), server('b'), server('c'))
    beat(server('a'), '1')
    await clock.advance(500)
    beat(server('b'), '2')
    beat(server('a'), '3')
    expect(reported).toEqual([])
    await clock.advance(500)
    expect(reported).toMatchObject([
      { sequence: 1, servers: [{ id: 'a', heartbeat: { at: '3' } }, { id: 'b' }], gone: [], offers: [] },
    ])
    expect(reported[0]?.servers).toHaveLength(2)
    expect(states).toEqual([])
  })

  it('are sent at once when a person waits for one, with the pending heartbeats', async () => {
    const { clock, present, beat, reported, states } = scene(server('a'), server('b'))
    beat(server('a'), '1')
    present(server('b', { state: 'offline' }))
    await clock.advance(60)
    expect(reported).toMatchObject([{ servers: [{ id: 'a' }, { id: 'b', state: 'offline' }], offers: [] }])
    expect(states).toEqual([
      [
        { id: 'a', state: 'online' },
        { id: 'b', state: 'offline' },
      ],
    ])
    await clock.advance(5_000)
    expect(reported).toHaveLength(1)
  })

  it.each<[string, Partial<Server>]>([
    ['another capability', { capabilities: [manifestOf({ description: 'Other.' })] }],
    ['something refused', { refused: [{ id: 'x', reason: 'No.' }] }],
    ['something that waits', { quarantined: [] }],
    ['a finding', { findings: { 'shop.list': [] } }],
  ])('contain the offer of a server when there is %s, and then once', async (_what, part) => {
    const { clock, present, beat, reported } = scene(server('a'))
    const changed = server('a', part)
    present(changed)
    await clock.advance(60)
    expect(reported[0]?.offers).toHaveLength(1)
    expect(JSON.parse(reported[0]?.offers[0]?.text ?? '')).toEqual({ capabilities, refused, ...part })
    beat(changed, '1')
    await clock.advance(1_000)
    expect(reported[1]).toMatchObject({ sequence: 2, servers: [{ offer: reported[0]?.servers[0]?.offer }], offers: [] })
  })

  it('contain no offer when a server registers again with the same one', async () => {
    const { clock, present, reported } = scene(server('a'))
    present(server('a', { capabilities: [manifestOf()], state: 'degraded' }))
    await clock.advance(60)
    expect(reported).toMatchObject([{ servers: [{ state: 'degraded' }], offers: [] }])
  })

  it('name removed servers, and contain all of new ones', async () => {
    const { clock, registry, present, reported, states } = scene(server('a'))
    registry.withdraw('a')
    present(server('b'))
    await clock.advance(60)
    expect(reported).toMatchObject([{ servers: [{ id: 'b' }], gone: ['a'], offers: [expect.anything()] }])
    expect(states.at(-1)).toEqual([{ id: 'b', state: 'online' }])
    present(server('a'))
    await clock.advance(60)
    expect(reported[1]).toMatchObject({ servers: [{ id: 'a' }], gone: [], offers: [expect.anything()] })
  })

  it('skip a number where everything must be requested again', async () => {
    const { clock, news, reported, states } = scene(server('a'))
    news.sendAll()
    expect(states).toEqual([[{ id: 'a', state: 'online' }]])
    await clock.advance(60)
    expect(reported).toMatchObject([{ sequence: 2, servers: [] }])
    expect(news.whole().sequence).toBe(2)
  })
})

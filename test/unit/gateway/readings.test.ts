import { describe, expect, it } from 'vitest'
import type { Caller } from '../../../src-main/contract/call.js'
import type { GameEntry } from '../../../src-main/contract/live.js'
import { LiveFeed } from '../../../src-main/gateway/live-feed.js'
import { mostCalls, mostRead, mostReaders, Readings, soonMs } from '../../../src-main/gateway/readings.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { caller, GatewayUnderTest } from '../../fakes/gateway-under-test.js'

const other: Caller = { ...caller, id: 'mcp:other', name: 'Cursor' }

function scene() {
  const clock = new FakeClock()
  const feed = new LiveFeed(clock)
  const readings = new Readings(feed, clock)
  const line = (id = 'line'): GameEntry => ({
    id,
    at: clock.now().toISOString(),
    kind: 'game',
    server: { id: 'overworld', name: 'overworld' },
    eventId: 'player.chat',
    data: { playerName: 'Mia', message: 'night please' },
  })
  const calls = (by: Caller, requestId: string, milliseconds = 5) =>
    feed.add({
      kind: 'call',
      requestId,
      capabilityId: 'world.time.set',
      caller: by,
      arguments: {},
      result: 'done',
      milliseconds,
    })
  const asked = (id = 'line') =>
    readings.of(id).map((reading) => [reading.caller.id, reading.calls.map(({ requestId }) => requestId)])
  return { clock, readings, line, calls, asked }
}

describe('who was told of an event', () => {
  it('is named once, with when it was', async () => {
    const { clock, readings, line } = scene()
    readings.note(caller, line())
    const first = clock.now().toISOString()
    await clock.advance(1_000)
    readings.note(caller, line())
    readings.note(other, line())
    expect(readings.of('line')).toMatchObject([
      { caller, at: first },
      { caller: other, at: clock.now().toISOString() },
    ])
    expect(readings.of('another line')).toEqual([])
  })

  it('is told with what it asked soon after, and with nothing that others asked, or that it began before or much later', async () => {
    const { clock, readings, line, calls, asked } = scene()
    calls(caller, 'before')
    await clock.advance(1_000)
    readings.note(caller, line())
    readings.note(other, line())
    await clock.advance(1_000)
    calls(caller, 'begun before', 1_500)
    calls(caller, 'after')
    calls({ ...caller, sessionId: 'another' }, 'of another session')
    await clock.advance(soonMs)
    calls(caller, 'much later')
    expect(asked()).toEqual([
      [caller.id, ['after']],
      [other.id, []],
    ])
  })

  it('is kept within bounds', () => {
    const { readings, line, calls, asked } = scene()
    for (let number = 0; number <= mostReaders; number += 1) readings.note({ ...caller, id: `${number}` }, line())
    for (let number = 0; number <= mostCalls; number += 1) calls({ ...caller, id: '0' }, `${number}`, 0)
    expect(readings.of('line')).toHaveLength(mostReaders)
    expect(asked()[0]?.[1]).toEqual(['0', '1', '2', '3', '4'])
    for (let number = 0; number < mostRead; number += 1) readings.note(caller, line(`${number}`))
    expect(readings.of('line')).toEqual([])
    expect(readings.of('0')).toHaveLength(1)
  })
})

describe('at the gateway', () => {
  const events = ['player.chat', 'player.join']

  function world() {
    const under = new GatewayUnderTest()
    under.serve('overworld', [...events, 'world.time.get'])
    let number = 0
    const says = (message: string): string => {
      const at = under.clock.now().toISOString()
      const event = { id: `${++number}`, eventId: 'player.chat', at, data: { playerName: 'Mia', message } }
      under.provider.host.event('overworld', event)
      return under.gateway.feed.recent(1)[0]?.id ?? ''
    }
    return { under, says }
  }

  it('a listener has been told, and one whose filter let nothing through has not', async () => {
    const { under, says } = world()
    const connection = new AbortController().signal
    under.gateway.subscribe({ eventIds: events, caller, connection }, () => {})
    under.gateway.subscribe({ eventIds: ['player.join'], caller: other, connection }, () => {})
    const line = says('night please')
    const { traceId } = await under.call('world.time.get', { worldName: 'world' })
    expect(under.gateway.readingsOf(line)).toMatchObject([
      { caller: { id: caller.id }, calls: [{ capabilityId: 'world.time.get' }] },
    ])
    expect(traceId).toBeDefined()
  })

  it('who looks back has been told of the newest it asked for, and of nothing older', () => {
    const { under, says } = world()
    const [old, recent] = [says('one'), says('two')]
    const reported: GameEntry[] = []
    const only = { newest: 1, fits: () => true }
    const looked = under.gateway.subscribe(
      { eventIds: events, caller, connection: AbortSignal.abort(), after: '(beginning)', only },
      (event) => reported.push(event),
    )
    expect(looked).toMatchObject({ ok: true, subscription: { left: 1 } })
    expect(reported.map(({ data }) => data.message)).toEqual(['two'])
    expect(under.gateway.readingsOf(old)).toEqual([])
    expect(under.gateway.readingsOf(recent)).toHaveLength(1)
  })
})

import type { Caller } from '@contract/call.js'
import type { GameEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import {
  EventReaders,
  maxCalls,
  maxRead,
  maxReaders,
  recentReadMs,
} from '../../../../src-main/gateway/feeds/event-readers.js'
import { LiveFeed } from '../../../../src-main/gateway/feeds/live-feed.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const other: Caller = { ...caller, id: 'mcp:other', name: 'Cursor' }

function scene() {
  const clock = new FakeClock()
  const feed = new LiveFeed(clock)
  const readings = new EventReaders(feed, clock)
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

describe('the readers of an event', () => {
  it('are listed once each, with the time', async () => {
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

  it('are shown with the calls they made soon after, and with no other calls', async () => {
    const { clock, readings, line, calls, asked } = scene()
    calls(caller, 'before')
    await clock.advance(1_000)
    readings.note(caller, line())
    readings.note(other, line())
    await clock.advance(1_000)
    calls(caller, 'begun before', 1_500)
    calls(caller, 'after')
    calls({ ...caller, sessionId: 'another' }, 'of another session')
    await clock.advance(recentReadMs)
    calls(caller, 'much later')
    expect(asked()).toEqual([
      [caller.id, ['after']],
      [other.id, []],
    ])
  })

  it('are bounded in number', () => {
    const { readings, line, calls, asked } = scene()
    for (let number = 0; number <= maxReaders; number += 1) readings.note({ ...caller, id: `${number}` }, line())
    for (let number = 0; number <= maxCalls; number += 1) calls({ ...caller, id: '0' }, `${number}`, 0)
    expect(readings.of('line')).toHaveLength(maxReaders)
    expect(asked()[0]?.[1]).toEqual(['0', '1', '2', '3', '4'])
    for (let number = 0; number < maxRead; number += 1) readings.note(caller, line(`${number}`))
    expect(readings.of('line')).toEqual([])
    expect(readings.of('0')).toHaveLength(1)
  })
})

describe('the readers of an event at the gateway', () => {
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

  it('include a listener, unless its filter let nothing through', async () => {
    const { under, says } = world()
    const connection = new AbortController().signal
    under.gateway.subscribe({ eventIds: events, caller, connection }, () => {})
    under.gateway.subscribe({ eventIds: ['player.join'], caller: other, connection }, () => {})
    const line = says('night please')
    const { traceId } = await under.call('world.time.get', { worldName: 'world' })
    expect(under.gateway.eventReadersOf(line)).toMatchObject([
      { caller: { id: caller.id }, calls: [{ capabilityId: 'world.time.get' }] },
    ])
    expect(traceId).toBeDefined()
  })

  it('include who reads the history, for the newest events it requested and no older ones', () => {
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
    expect(under.gateway.eventReadersOf(old)).toEqual([])
    expect(under.gateway.eventReadersOf(recent)).toHaveLength(1)
  })
})

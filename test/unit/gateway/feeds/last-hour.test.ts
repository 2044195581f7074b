import type { CallEntry, LiveEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import { LastHours } from '../../../../src-main/gateway/feeds/last-hour.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const minute = 60_000
const call = (server: string | undefined, part: Partial<CallEntry> = {}): LiveEntry => ({
  id: 'c',
  at: '',
  kind: 'call',
  requestId: 'r',
  capabilityId: 'world.time.get',
  caller: { type: 'model', id: 'c', name: 'Claude' },
  ...(server !== undefined && { server: { id: server, name: server } }),
  arguments: {},
  result: 'done',
  milliseconds: 1,
  ...part,
})
const tick = (server: string, tps: number): LiveEntry => ({
  id: 't',
  at: '',
  kind: 'game',
  server: { id: server, name: server },
  eventId: 'world.tick.health',
  data: { tps },
})
const online = (id: string, onlinePlayers?: number, tps?: number) => ({
  id,
  state: 'online' as const,
  health: { ...(onlinePlayers !== undefined && { onlinePlayers }), ...(tps !== undefined && { tps }) },
})

const start = () => {
  const clock = new FakeClock(Date.parse('2026-01-19T10:30:00Z'))
  return { clock, hours: new LastHours(clock) }
}

describe('the last hour', () => {
  it('counts calls and refusals in the minute they ended', async () => {
    const { clock, hours } = start()
    hours.noteEntry(call('a'))
    await clock.advance(2 * minute)
    hours.noteEntry(call('a', { result: 'denied' }))
    hours.noteEntry(
      call('a', { result: 'failed', denied: true, error: { code: 'RISK.OPERATION_BLOCKED', message: '' } }),
    )
    const { minutes, until } = hours.of()
    expect(until).toBe('2026-01-19T10:32:00.000Z')
    expect(minutes).toHaveLength(60)
    expect(minutes.slice(-3)).toEqual([
      { calls: 1, refused: 0, events: 0 },
      { calls: 0, refused: 0, events: 0 },
      { calls: 2, refused: 2, events: 0 },
    ])
  })

  it('repeats the last values of a server while it is online, and stops when it is offline', async () => {
    const { clock, hours } = start()
    hours.noteServer(online('a', 6, 19.8))
    await clock.advance(3 * minute)
    hours.noteServer({ id: 'a', state: 'offline' })
    await clock.advance(2 * minute)
    expect(
      hours
        .of()
        .minutes.slice(-6)
        .map(({ players }) => players),
    ).toEqual([6, 6, 6, 6, undefined, undefined])
  })

  it('keeps the most players and the fewest ticks of a minute', () => {
    const { hours } = start()
    hours.noteServer(online('a', 3, 19.5))
    hours.noteServer(online('a', 5, 20))
    hours.noteServer(online('a', 4, 20))
    hours.noteEntry(tick('a', 12.5))
    expect(hours.of().minutes.at(-1)).toEqual({ players: 5, tps: 12.5, calls: 0, refused: 0, events: 1 })
  })

  it('adds up players of several servers and keeps their slowest ticks, or those of one server with the calls that reached none', () => {
    const { hours } = start()
    hours.noteServer(online('a', 3, 20))
    hours.noteServer(online('b', 4, 15))
    hours.noteEntry(call(undefined, { result: 'failed' }))
    expect(hours.of().minutes.at(-1)).toMatchObject({ players: 7, tps: 15, calls: 1 })
    expect(hours.of(['a']).minutes.at(-1)).toEqual({ players: 3, tps: 20, calls: 1, refused: 0, events: 0 })
    expect(hours.of(['unknown']).minutes.at(-1)).toEqual({ calls: 1, refused: 0, events: 0 })
  })

  it('shows how long the program was not running, and drops what is older than an hour', async () => {
    const { clock, hours } = start()
    hours.noteEntry(call('a'))
    expect(hours.of().unknown).toBe(59)
    await clock.advance(59 * minute)
    expect(hours.of().minutes[0]?.calls).toBe(1)
    expect(hours.of().unknown).toBe(0)
    await clock.advance(minute)
    expect(hours.of().minutes.every(({ calls }) => calls === 0)).toBe(true)
  })

  it('rejects invalid numbers of a server', () => {
    const { hours } = start()
    hours.noteEntry(tick('a', Number.NaN))
    hours.noteEntry({ ...tick('a', 0), data: { tps: 'fast' } } as LiveEntry)
    hours.noteServer(online('b', -4, Number.POSITIVE_INFINITY))
    expect(hours.of().minutes.at(-1)).toEqual({ calls: 0, refused: 0, events: 2 })
  })

  it('is kept of what the gateway does', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    await under.call('world.time.get', { worldName: 'world' })
    await under.call('world.time.get', { worldName: 'world' }, { dryRun: true })
    expect(under.gateway.lastHours.of().minutes.at(-1)).toMatchObject({ calls: 1, refused: 0 })
  })
})

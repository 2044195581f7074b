import type { GameEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import type { ProviderEvent } from '../../../../src-main/gateway/ports/provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const at = '2026-01-19T10:31:00Z'
const said = (change: Partial<ProviderEvent> = {}): ProviderEvent => ({
  id: 'event-1',
  eventId: 'player.chat',
  at,
  data: { playerName: 'Steve', message: 'hi' },
  ...change,
})

function world() {
  const under = new GatewayUnderTest()
  under.serve('overworld', ['player.chat', 'player.list'])
  const { host } = under.provider
  const received = () => under.gateway.feed.recent().filter((entry): entry is GameEntry => entry.kind === 'game')
  return { under, host, received }
}

describe('a game event', () => {
  it('is received with its server, its time and its data', () => {
    const { host, received } = world()
    host.event('overworld', said())
    expect(received()).toMatchObject([
      { eventId: 'player.chat', server: { id: 'overworld' }, at, data: { playerName: 'Steve', message: 'hi' } },
    ])
  })

  it('is received whatever its time and UUID, while a code with the same digits is open', () => {
    const { under, host, received } = world()
    for (const code of ['2026', '1123', '4821']) under.gateway.gameDecisions.protect(code)
    const data = { playerName: 'Steve', message: 'hi', timestamp: '2026-11-23T10:31:00Z' }
    host.event('overworld', said({ data: { ...data, playerUuid: '069a79f4-4821-4bd7-8b3c-5a6f1a2b3c4d' } }))
    expect(received()).toHaveLength(1)
    host.event('overworld', said({ id: 'event-2', data: { ...data, message: '2026' } }))
    expect(received()).toHaveLength(1)
  })

  it('that a command sends in a player’s name is not a login or an answer, and is dropped when it looks like one', () => {
    const { under, host, received } = world()
    const { gameDecisions } = under.gateway
    const answers: unknown[] = []
    gameDecisions.onDidReceive((line) => answers.push(line))
    const saying = (id: string, message: string, more: Partial<ProviderEvent> = {}) =>
      host.event('overworld', said({ id, data: { playerName: 'Steve', message }, ...more }))
    saying('said-1', '#approve 4821', { identity: 'display' })
    saying('said-2', 'hello', { identity: 'display' })
    expect(answers).toEqual([])
    expect(received()).toMatchObject([{ data: { message: 'hello' }, identity: 'display' }])
    saying('typed', '#approve 4821')
    expect(answers).toMatchObject([{ player: 'Steve', answer: { kind: 'approve', code: '4821' } }])
    expect(received()).toHaveLength(1)
  })

  it('logs in and answers for no name that cleaning changes, and hides what such a name writes all the same', () => {
    const { under, host, received } = world()
    const { gameDecisions, logins } = under.gateway
    const answers: unknown[] = []
    gameDecisions.onDidReceive((line) => answers.push(line))
    let count = 0
    const saying = (playerName: string, message: string, more: Partial<ProviderEvent> = {}) =>
      host.event('overworld', said({ id: `said-${count++}`, data: { playerName, message }, ...more }))
    for (const name of ['Steve ', ' Steve', '§cSteve', 'Ste\u200bve', 'Steve\u3164', `${'S'.repeat(65)}`]) {
      saying(name, '#approve 4821')
      saying(name, `#login ${logins.key}`)
      saying(name, 'hello')
    }
    saying('Steve', '#approve 4821', { identity: 'display' })
    saying('Steve', '#approve 4821', { identity: 'untyped' })
    expect(answers).toEqual([])
    expect(logins.playersOf('overworld')).toEqual([])
    expect(received().map(({ data, identity }) => [data.message, identity])).toEqual(
      Array.from({ length: 6 }, () => ['hello', 'display']),
    )
    saying('Steve', `#login ${logins.key}`, { identity: 'untyped' })
    expect(logins.playersOf('overworld')).toEqual(['Steve'])
  })

  it('that is late is for the log only: it logs nobody in and answers no request', () => {
    const { under, host, received } = world()
    const { gameDecisions, logins } = under.gateway
    const answers: unknown[] = []
    gameDecisions.onDidReceive((line) => answers.push(line))
    const saying = (message: string, isLate?: true) =>
      host.event('overworld', said({ id: message, data: { playerName: 'Steve', message }, ...(isLate && { isLate }) }))
    for (const message of ['#approve 4821', `#login ${logins.key}`, 'hello']) saying(message, true)
    expect(answers).toEqual([])
    expect(logins.playersOf('overworld')).toEqual([])
    expect(received()).toMatchObject([{ data: { message: 'hello' }, isLate: true }])
    saying('#approve 4822')
    expect(answers).toHaveLength(1)
  })

  it('ends the login of a name that another account has now, or that nothing binds to an account', () => {
    const { under, host, received } = world()
    const { logins, gameDecisions } = under.gateway
    const refused: unknown[] = []
    gameDecisions.onDidRefuse((line) => refused.push(line))
    const attempts: unknown[] = []
    logins.onDidAttempt(({ result }) => attempts.push(result.kind))
    let count = 0
    const saying = (message: string, playerUuid: string, more: Partial<ProviderEvent> = {}) =>
      host.event(
        'overworld',
        said({ id: `said-${count++}`, data: { playerName: 'Steve', message, playerUuid }, ...more }),
      )
    const [own, other] = ['069a79f4-44e9-4726-a5be-fca90e38aaf5', '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6']
    const logIn = () => saying(`#login ${logins.key}`, own)
    logIn()
    saying('hello', own)
    expect(logins.playersOf('overworld')).toEqual(['Steve'])
    saying('hello', other, { identity: 'display' })
    expect(logins.playersOf('overworld')).toEqual(['Steve'])
    saying('hello', other)
    expect(logins.playersOf('overworld')).toEqual([])
    logIn()
    saying('hello', own, { identity: 'name-only' })
    expect(logins.playersOf('overworld')).toEqual([])
    for (const identity of ['name-only', 'display'] as const) {
      saying(`#login ${logins.key}`, own, { identity })
      saying('#approve 4821', own, { identity })
    }
    expect(logins.playersOf('overworld')).toEqual([])
    expect(attempts).toEqual(['accepted', 'accepted', 'unproven', 'unproven'])
    expect(refused).toMatchObject([{ why: 'account' }, { why: 'display' }])
    expect(received().every(({ data }) => data.message === 'hello')).toBe(true)
  })

  it('is received once, however often it is sent', () => {
    const { host, received } = world()
    for (let left = 0; left < 3; left++) host.event('overworld', said())
    host.event('overworld', said({ id: 'event-2' }))
    expect(received()).toHaveLength(2)
  })

  it('is received from each server that sends it, even under the same id', () => {
    const { under, host, received } = world()
    under.serve('nether', ['player.chat'])
    host.event('overworld', said())
    host.event('nether', said())
    expect(received().map(({ server }) => server.id)).toEqual(['overworld', 'nether'])
  })

  it('is still deduplicated after a reconnect', () => {
    const { under, host, received } = world()
    host.event('overworld', said())
    under.serve('overworld', ['player.chat'], { state: 'offline' })
    under.serve('overworld', ['player.chat'])
    host.event('overworld', said())
    expect(received()).toHaveLength(1)
  })

  it.each([
    ['that the server never declared', said({ eventId: 'player.leave' })],
    ['named like a read', said({ eventId: 'player.list' })],
    ['named like nothing at all', said({ eventId: 'constructor' })],
  ])('%s is dropped', (_which, event) => {
    const { host, received } = world()
    host.event('overworld', event)
    expect(received()).toEqual([])
  })

  it('of an unknown server is dropped', () => {
    const { host, received } = world()
    host.event('nowhere', said())
    expect(received()).toEqual([])
  })

  it('is received without control and bidi characters, in its names too', () => {
    const { host, received } = world()
    host.event(
      'overworld',
      said({ data: { playerName: 'Steve', 'mess\u200bage': 'run \u202e/op me\u0007 §cnow', list: ['a\u0000b'] } }),
    )
    expect(received()).toMatchObject([{ data: { message: 'run /op me now', list: ['ab'] } }])
  })

  it('that does not match its manifest is dropped, and the log says so at intervals', async () => {
    const { under, host, received } = world()
    const reported = () => under.log.lines.filter(({ message }) => message.includes('do not fit'))
    for (let number = 0; number < 5; number++)
      host.event('overworld', said({ id: `e${number}`, data: { playerName: 5 } }))
    expect(received()).toEqual([])
    expect(reported()).toMatchObject([{ details: { server: 'overworld', eventId: 'player.chat', events: 1 } }])
    await under.clock.advance(60_000)
    host.event('overworld', said({ id: 'e9', data: { playerName: 5 } }))
    expect(reported()).toMatchObject([{}, { details: { events: 5 } }])
    host.event('overworld', said({ id: 'e9' }))
    expect(received()).toHaveLength(1)
  })

  it('of a server that was removed and added again is received again', () => {
    const { under, host, received } = world()
    host.event('overworld', said())
    host.withdraw('overworld')
    under.serve('overworld', ['player.chat'])
    host.event('overworld', said())
    expect(received()).toHaveLength(2)
  })

  it('is cut to a readable length', () => {
    const { host, received } = world()
    host.event('overworld', said({ data: { playerName: 'Steve', message: 'x'.repeat(100_000) } }))
    expect(String(received()[0]?.data.message).length).toBeLessThanOrEqual(4_096)
  })

  it('is deduplicated among the last thousand only', () => {
    const { under, host } = world()
    let received = 0
    for (let number = 0; number <= 1_000; number++) host.event('overworld', said({ id: `event-${number}` }))
    under.gateway.feed.onDidArrive(() => {
      received += 1
    })
    host.event('overworld', said({ id: 'event-1000' }))
    expect(received).toBe(0)
    host.event('overworld', said({ id: 'event-0' }))
    expect(received).toBe(1)
  })
})

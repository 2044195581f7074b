import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ChatLogins,
  type CheckedLoginAttempt,
  loginLastsMs,
  maxWrongKeys,
  maxWrongKeysOfServer,
  pauseMs,
} from '../../../../src-main/gateway/clients/chat-logins.js'
import { loginKeyIn } from '../../../../src-main/policy/chat/chat-login.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { forAll } from '../../../fixtures/properties.js'

const key = 'K7QM2XPA'

function logins() {
  const clock = new FakeClock()
  const under = new ChatLogins(clock, { read: () => key, write() {} })
  const attempt = (message: string, player = 'Steve', source?: string) =>
    under.attempt({ serverId: 'world', player, message, ...(source !== undefined && { source }) })
  return { clock, under, attempt }
}

describe('a chat login', () => {
  it.each([
    '#login K7QM2XPA',
    '#登录 K7QM2XPA',
    '#登录K7QM2XPA',
    '＃登录　k7qm-2xpa',
    '  # LOGIN k7qm 2xpa ',
    '§a#login§r K7QM2XPA',
  ])('accepts %s', (message) => {
    const { under, attempt } = logins()
    expect(attempt(message)?.kind).toBe('accepted')
    expect(under.isLoggedIn('world', 'Steve')).toBe(true)
  })

  it.each(['login K7QM2XPA', 'hello #login K7QM2XPA', '#help', '', '#', 'GPT 聊天 你好'])('is not %j', (message) => {
    expect(logins().attempt(message)).toBeUndefined()
  })

  it('is recognized in any message in linear time and never throws', () => {
    forAll(fc.string({ maxLength: 5_000, unit: 'binary' }), (text) => void loginKeyIn(text))
    forAll(fc.string({ maxLength: 300 }), (text) => loginKeyIn(`#login ${text}`) !== undefined)
  })

  it('holds for one player of one server', () => {
    const { under, attempt } = logins()
    attempt(`#login ${key}`)
    expect(under.isLoggedIn('world', 'Alex')).toBe(false)
    expect(under.isLoggedIn('other', 'Steve')).toBe(false)
  })

  it('of an account holds for that account alone, not for a name of which the account is unknown', () => {
    const { under } = logins()
    const [mine, other] = ['069a79f4-4821-4bd7-8b3c-5a6f1a2b3c4d', 'ec561538-f3fd-461d-aff5-086b22154bce']
    under.attempt({ serverId: 'world', player: 'Steve', uuid: mine, message: `#login ${key}` })
    expect([mine, other, undefined].map((uuid) => under.isLoggedIn('world', 'Steve', uuid))).toEqual([
      true,
      false,
      false,
    ])
    expect(under.playersOf('world')).toEqual(['Steve'])
  })

  it('expires', async () => {
    const { clock, under, attempt } = logins()
    attempt(`#login ${key}`)
    await clock.advance(loginLastsMs - 1)
    expect(under.isLoggedIn('world', 'Steve')).toBe(true)
    await clock.advance(1)
    expect(under.isLoggedIn('world', 'Steve')).toBe(false)
  })

  it('ends when the owner revokes it or renews the key', () => {
    const { under, attempt } = logins()
    attempt(`#login ${key}`)
    attempt(`#login ${key}`, 'Alex')
    under.revoke('world', 'Steve')
    expect(under.playersOf('world')).toEqual(['Alex'])
    under.renewKey()
    expect(under.playersOf('world')).toEqual([])
    expect(attempt(`#login ${key}`)?.kind).toBe('wrong')
  })

  it('pauses after five wrong keys, also for the right key, until the pause ends', async () => {
    const { clock, attempt } = logins()
    for (let left = maxWrongKeys - 1; left > 0; left--)
      expect(attempt('#login wrong')).toEqual({ kind: 'wrong', triesLeft: left })
    expect(attempt('#login wrong')).toEqual({ kind: 'paused', retryMs: pauseMs })
    expect(attempt(`#login ${key}`)?.kind).toBe('paused')
    expect(attempt(`#login ${key}`, 'Alex')?.kind).toBe('accepted')
    await clock.advance(pauseMs)
    expect(attempt(`#login ${key}`)?.kind).toBe('accepted')
  })

  it('pauses a whole server when each attempt uses another name, and no other server', async () => {
    const { clock, under, attempt } = logins()
    for (let tried = 0; tried < maxWrongKeysOfServer; tried++) attempt('#login wrong', `Player${tried}`)
    expect(attempt(`#login ${key}`, 'Steve')?.kind).toBe('paused')
    const elsewhere = under.attempt({ serverId: 'other', player: 'Steve', message: `#login ${key}` })
    expect(elsewhere?.kind).toBe('accepted')
    await clock.advance(pauseMs)
    expect(attempt(`#login ${key}`, 'Steve')?.kind).toBe('accepted')
  })

  it('is not paused by games that wait to be accepted, nor they by it', () => {
    const { under, attempt } = logins()
    const connect = (message: string, source: string) =>
      under.attemptConnection({ serverId: 'world', player: 'Mallory', message, source })?.kind
    for (let tried = 0; tried < maxWrongKeysOfServer; tried++) connect('#login wrong', `address ${tried}`)
    expect(connect(`#login ${under.connectionKey}`, 'new address')).toBe('paused')
    expect(attempt(`#login ${key}`)?.kind).toBe('accepted')
    const { under: other, attempt: tryThere } = logins()
    for (let tried = 0; tried < maxWrongKeysOfServer; tried++) tryThere('#login wrong', `Player${tried}`)
    expect(
      other.attemptConnection({ serverId: 'x', player: 'A', message: `#login ${other.connectionKey}` })?.kind,
    ).toBe('accepted')
  })
})

describe('the key that accepts a connection', () => {
  const attempt = (under: ChatLogins, message: string, player = 'Steve') =>
    under.attemptConnection({ serverId: 'world', player, message, owner: 'Steve', source: 'there' })

  it('works once and logs in only the player whose game it is', () => {
    const { under } = logins()
    const first = under.connectionKey
    expect(attempt(under, `#login ${first}`, 'Alex')?.kind).toBe('accepted')
    expect(under.playersOf('world')).toEqual([])
    expect(attempt(under, `#login ${first}`)?.kind).toBe('wrong')
    expect(attempt(under, `#login ${under.connectionKey}`)?.kind).toBe('accepted')
    expect(under.playersOf('world')).toEqual(['Steve'])
  })

  it('logs in the player who proved it when the game does not name its owner', () => {
    const { under } = logins()
    const message = `#login ${under.connectionKey}`
    expect(under.attemptConnection({ serverId: 'world', player: 'Alex', message })?.kind).toBe('accepted')
    expect(under.playersOf('world')).toEqual(['Alex'])
  })

  it('does not work as the key of players, nor the reverse', () => {
    const { under, attempt: logIn } = logins()
    expect(attempt(under, `#login ${key}`)?.kind).toBe('wrong')
    expect(logIn(`#login ${under.connectionKey}`)?.kind).toBe('wrong')
  })

  it('stays when the owner gave it, and is as secret', () => {
    const under = new ChatLogins(new FakeClock(), { read: () => key, write() {} }, 'ABC-123')
    expect(attempt(under, '#login abc123')?.kind).toBe('accepted')
    expect(attempt(under, '#login abc123')?.kind).toBe('accepted')
    expect(under.isSecret('my key is ABC-123')).toBe(true)
  })
})

describe('a message with the chat key', () => {
  function world() {
    const under = new GatewayUnderTest({ chatKey: { read: () => key, write() {} } })
    under.serve('overworld', ['player.chat', 'player.leave'])
    let count = 0
    const event = (eventId: string, data: Record<string, unknown>) =>
      under.provider.host.event('overworld', { id: `${++count}`, eventId, at: '2026-01-19T10:31:00Z', data })
    const say = (message: string, playerName = 'Steve') => event('player.chat', { playerName, message })
    const attempts: CheckedLoginAttempt[] = []
    under.gateway.logins.onDidAttempt((one) => attempts.push(one))
    const seen = () => JSON.stringify([under.gateway.feed.recent(), under.audit.events, under.log.lines])
    return { under, say, event, attempts, seen }
  }

  it('logs the player in and reaches neither events nor trail nor log', () => {
    const { under, say, attempts, seen } = world()
    say(`#login ${key}`)
    expect(under.gateway.logins.isLoggedIn('overworld', 'Steve')).toBe(true)
    expect(attempts).toMatchObject([{ serverId: 'overworld', player: 'Steve', result: { kind: 'accepted' } }])
    expect(seen()).not.toContain(key)
    expect(under.gateway.feed.recent().filter(({ kind }) => kind === 'game')).toEqual([])
  })

  it.each([`my key is ${key}`, 'login k7qm 2xpa', '#login almost'])('is no event: %s', (message) => {
    const { under, say } = world()
    say(message)
    expect(under.gateway.feed.recent().filter(({ kind }) => kind === 'game')).toEqual([])
  })

  it('ends the login when the player leaves or the server goes offline', () => {
    const { under, say, event } = world()
    say(`#login ${key}`)
    event('player.leave', { playerName: 'Steve' })
    expect(under.gateway.logins.isLoggedIn('overworld', 'Steve')).toBe(false)
    say(`#login ${key}`)
    under.serve('overworld', ['player.chat'], { state: 'offline' })
    expect(under.gateway.logins.isLoggedIn('overworld', 'Steve')).toBe(false)
  })
})

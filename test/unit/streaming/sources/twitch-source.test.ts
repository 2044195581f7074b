import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { audienceLimits } from '../../../../src-main/shared/streaming/audience.js'
import { chatLine } from '../../../../src-main/streaming/sources/twitch/twitch-source.js'
import { chatMessage, helixError } from '../../../fakes/twitch/twitch.js'
import { openTwitchScene, type TwitchScene } from '../../../fakes/twitch/twitch-scene.js'

let scene: TwitchScene
afterEach(() => scene.stop())

const viewer = { id: '1001', name: 'Mika' }
const isFailed = ({ kind }: { kind: string }) => kind === 'failed'
const isOnline = ({ kind }: { kind: string }) => kind === 'online'
const isConnecting = ({ kind }: { kind: string }) => kind === 'connecting'
const say = (text: string, over: Parameters<Twitch['notify']>[2] = {}) =>
  scene.twitch.notify('channel.chat.message', chatMessage(viewer, text), over)
type Twitch = TwitchScene['twitch']

describe('chat from Twitch', () => {
  it('is read in the channel of the account', async () => {
    scene = await openTwitchScene()
    await scene.online()
    expect(scene.source.state).toEqual({
      id: 'twitch',
      kind: 'online',
      channels: [{ platform: 'twitch', name: 'nova' }],
      hasPolls: false,
    })
    expect(scene.twitch.requests.map(({ path }) => path)).toEqual(['/helix/eventsub/subscriptions'])
    expect(scene.twitch.requests[0]?.body).toMatchObject({
      type: 'channel.chat.message',
      condition: { broadcaster_user_id: '695682330', user_id: '695682330' },
    })
    say('!yes')
    expect(await scene.lines(1)).toEqual([
      {
        id: '1001-!yes',
        platform: 'twitch',
        userId: '1001',
        userName: 'Mika',
        text: '!yes',
        sentAt: scene.clock.now().getTime(),
        author: 'viewer',
      },
    ])
  })

  it('marks the streamer, bots and lines of other channels', async () => {
    scene = await openTwitchScene()
    scene.settings.bots = ['EvilNeuro']
    await scene.online()
    const lines = [
      chatMessage({ id: '695682330', name: 'Nova' }, '!yes'),
      chatMessage({ id: '2', name: 'Nightbot' }, '!yes'),
      chatMessage({ id: '3', name: 'evilneuro' }, '!yes'),
      chatMessage({ id: '4', name: 'Helper', badges: ['bot-badge'] }, '!yes'),
      chatMessage(viewer, '!yes', { sourceChannel: '4711' }),
      chatMessage(viewer, '!no', { sourceChannel: '695682330' }),
    ]
    for (const line of lines) scene.twitch.notify('channel.chat.message', line)
    const received = await scene.lines(6)
    expect(received.map(({ author, isFromElsewhere }) => [author, isFromElsewhere])).toEqual([
      ['streamer', undefined],
      ['bot', undefined],
      ['bot', undefined],
      ['bot', undefined],
      ['viewer', true],
      ['viewer', undefined],
    ])
  })

  it('takes a repeated message once, and drops one of more than ten minutes ago', async () => {
    scene = await openTwitchScene()
    await scene.online()
    say('one', { messageId: 'm1' })
    say('one again', { messageId: 'm1' })
    say('old', { messageId: 'm2', at: new Date(scene.clock.now().getTime() - 600_001) })
    say('two', { messageId: 'm3' })
    expect((await scene.lines(2)).map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('has bounded members, whatever Twitch sends', async () => {
    scene = await openTwitchScene()
    fc.assert(
      fc.property(
        fc.oneof(
          fc.object(),
          fc
            .tuple(fc.string(), fc.string({ maxLength: 3_000 }), fc.object())
            .map(([name, text, over]) => ({ ...chatMessage({ id: '1', name }, text), ...over })),
        ),
        (event) => {
          const line = chatLine(event, undefined, { id: '2' }, [])
          if (!line) return
          expect(line.text.length).toBeLessThanOrEqual(audienceLimits.text)
          expect(line.userName.length).toBeLessThanOrEqual(audienceLimits.name)
          expect(line.userId).not.toBe('')
        },
      ),
    )
  })
})

describe('a session of EventSub', () => {
  it('sends nothing, so that Twitch does not close it with 4001', async () => {
    scene = await openTwitchScene()
    await scene.online()
    await scene.clock.advance(300_000)
    expect(scene.source.state.kind).toBe('online')
    expect(scene.twitch.sessions).toHaveLength(1)
  })

  it.each([4000, 4001, 4002, 4003, 4005, 4006, 4007])('is opened again after close code %i', async (code) => {
    scene = await openTwitchScene()
    await scene.online()
    scene.twitch.session?.socket.close(code)
    expect(await scene.until(isFailed)).toEqual({ id: 'twitch', kind: 'failed', why: 'unreachable', retries: true })
    await scene.clock.advance(1_000)
    await scene.until(isOnline)
    say('back')
    await scene.lines(1)
    expect(scene.twitch.requests).toHaveLength(2)
  })

  it('moves when Twitch asks, new socket first, and loses no line', async () => {
    scene = await openTwitchScene()
    await scene.online()
    const before = scene.twitch.session
    scene.twitch.reconnect()
    say('before the move')
    await scene.twitch.until(() => scene.twitch.sessions.length === 1 && scene.twitch.session !== before)
    say('after the move')
    expect((await scene.lines(2)).map(({ text }) => text)).toEqual(['before the move', 'after the move'])
    await scene.clock.advance(31_000)
    expect(scene.states.at(-1)?.kind).toBe('online')
    expect(scene.twitch.requests).toHaveLength(1)
  })

  it('that may not move (4007) stays until the old socket ends with 4004, and begins again', async () => {
    scene = await openTwitchScene()
    await scene.online()
    scene.twitch.reconnect(`${scene.twitch.hosts.events}?reconnect_id=unknown`)
    say('still read')
    await scene.lines(1)
    await scene.clock.advance(20_000)
    expect(scene.source.state.kind).toBe('online')
    await scene.clock.advance(10_000)
    await scene.until(isFailed)
    await scene.clock.advance(1_000)
    await scene.until(isOnline)
    expect(scene.twitch.requests).toHaveLength(2)
  })

  it('never moves to a host that is not Twitch’s', async () => {
    scene = await openTwitchScene()
    await scene.online()
    scene.twitch.reconnect('wss://eventsub.wss.twitch.tv.example/ws')
    say('still here')
    await scene.lines(1)
    expect(scene.twitch.sessions).toHaveLength(1)
  })

  it('that is silent is lost', async () => {
    scene = await openTwitchScene()
    await scene.online()
    if (scene.twitch.session) scene.twitch.session.keepsAlive = false
    await scene.clock.advance(34_999)
    expect(scene.source.state.kind).toBe('online')
    await scene.clock.advance(1)
    expect(scene.source.state).toMatchObject({ why: 'unreachable' })
  })

  it.each(['authorization_revoked', 'user_removed'])('ends for good with %s', async (status) => {
    scene = await openTwitchScene()
    await scene.online()
    scene.twitch.revoke(status)
    expect(await scene.until(isFailed)).toEqual({ id: 'twitch', kind: 'failed', why: 'signed-out', retries: false })
    expect(scene.tokens()).toEqual({})
  })

  it('says when this version of events is no longer served', async () => {
    scene = await openTwitchScene()
    await scene.online()
    scene.twitch.revoke('version_removed')
    expect(await scene.until(isFailed)).toMatchObject({ why: 'not-allowed', retries: false })
    expect(scene.account.state.kind).toBe('signed-in')
  })
})

describe('subscribing at Twitch', () => {
  it('is done already with 409', async () => {
    scene = await openTwitchScene()
    scene.twitch.helixAnswers.push(helixError(409, 'subscription already exists'))
    await scene.online()
    expect(scene.source.state.kind).toBe('online')
  })

  it('waits with 429 until Twitch accepts requests again', async () => {
    scene = await openTwitchScene()
    const resets = scene.clock.now().getTime() / 1_000 + 45
    scene.twitch.helixAnswers.push({
      ...helixError(429, 'too many requests'),
      headers: { 'ratelimit-reset': `${resets}` },
    })
    await scene.signIn()
    expect(await scene.until(isFailed)).toEqual({ id: 'twitch', kind: 'failed', why: 'limit', retries: true })
    await scene.clock.advance(39_000)
    expect(scene.source.state.kind).toBe('failed')
    await scene.clock.advance(1_000)
    await scene.until(isOnline)
  })

  it('says when the account may not read the chat', async () => {
    scene = await openTwitchScene()
    scene.twitch.helixAnswers.push(helixError(403, 'subscription missing proper authorization'))
    await scene.signIn()
    expect(await scene.until(isFailed)).toMatchObject({ why: 'not-allowed', retries: false })
  })

  it('uses new tokens when the old ones have ended', async () => {
    scene = await openTwitchScene()
    await scene.online()
    scene.twitch.accounts.expire()
    scene.twitch.session?.socket.close(4000)
    await scene.until(isFailed)
    await scene.clock.advance(1_000)
    await scene.until(isOnline)
    expect(scene.twitch.accounts.used).toHaveLength(1)
  })

  it('tries again after an error of Twitch', async () => {
    scene = await openTwitchScene()
    scene.twitch.helixAnswers.push(helixError(503, ''))
    await scene.signIn()
    await scene.until(isFailed)
    await scene.clock.advance(1_000)
    await scene.until(isOnline)
  })

  it('does not begin before the person has signed in, and ends when it is switched off', async () => {
    scene = await openTwitchScene()
    expect(scene.source.state).toMatchObject({ kind: 'failed', why: 'signed-out' })
    await scene.account.signIn({ polls: false })
    expect(isConnecting(scene.source.state)).toBe(true)
    scene.account.cancel()
    await scene.online()
    scene.settings.enabled = false
    scene.source.apply()
    expect(scene.source.state).toEqual({ id: 'twitch', kind: 'off' })
    await scene.twitch.until(() => scene.twitch.sessions.length === 0)
  })
})

describe('polls at Twitch', () => {
  const wanted = { title: 'Set the time to night?', choices: ['Yes', 'No'], seconds: 30 }

  it('are for affiliates and partners who agreed', async () => {
    scene = await openTwitchScene()
    scene.twitch.accounts.user = { ...scene.twitch.accounts.user, broadcaster_type: '' }
    await scene.signIn(true)
    await scene.twitch.until(() => scene.twitch.requests.some(({ path }) => path === '/helix/users'))
    expect(scene.source.polls).toBeUndefined()
  })

  it('are started, counted and completed', async () => {
    scene = await openTwitchScene()
    await scene.online(true)
    const poll = await scene.source.polls?.start(wanted)
    const counted: (readonly number[])[] = []
    poll?.onDidCount((votes) => void counted.push(votes))
    scene.twitch.vote(0, 3)
    scene.twitch.vote(1, 5)
    scene.twitch.completePoll()
    expect(await poll?.ended).toEqual({ kind: 'completed', votes: [3, 5] })
    expect(counted[0]).toEqual([3, 0])
  })

  it('are ended by the streamer', async () => {
    scene = await openTwitchScene()
    await scene.online(true)
    const poll = await scene.source.polls?.start(wanted)
    scene.twitch.vote(0, 2)
    await poll?.end()
    expect(await poll?.ended).toEqual({ kind: 'ended', votes: [2, 0] })
    expect(scene.twitch.poll?.status).toBe('TERMINATED')
  })

  it('whose end nobody notified are looked up', async () => {
    scene = await openTwitchScene()
    await scene.online(true)
    const poll = await scene.source.polls?.start(wanted)
    if (scene.twitch.session) scene.twitch.session.subscriptions = []
    scene.twitch.vote(1, 7)
    scene.twitch.completePoll()
    await scene.clock.advance(40_000)
    expect(await poll?.ended).toEqual({ kind: 'completed', votes: [0, 7] })
  })

  it('are refused while another one runs, in words', async () => {
    scene = await openTwitchScene()
    await scene.online(true)
    await scene.source.polls?.start(wanted)
    await expect(scene.source.polls?.start(wanted)).rejects.toThrow('Twitch did not start the poll.')
  })
})

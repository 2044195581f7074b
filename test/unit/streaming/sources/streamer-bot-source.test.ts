import { afterEach, describe, expect, it } from 'vitest'
import {
  type StreamerBotOptions as SourceOptions,
  StreamerBotSource,
} from '../../../../src-main/streaming/sources/streamer-bot/streamer-bot-source.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { sceneOf } from '../../../fakes/source-scene.js'
import { kickChat, olderTwitchChat, twitchChat, youTubeChat } from '../../../fakes/streamer-bot/chat-events.js'
import { ownAccounts, StreamerBot, type StreamerBotOptions } from '../../../fakes/streamer-bot/streamer-bot.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function program(options: StreamerBotOptions = {}): Promise<StreamerBot> {
  const bot = await StreamerBot.start(options)
  ends.push(() => bot.stop())
  return bot
}

function reader(address: string, over: Partial<SourceOptions> = {}) {
  const clock = new FakeClock()
  const settings = { enabled: true, address }
  const log = new RecordingLog()
  const source = new StreamerBotSource({
    clock,
    log,
    chance: () => 0,
    settings: () => settings,
    password: () => undefined,
    bots: () => [],
    ...over,
  })
  ends.push(() => source.stop())
  source.apply()
  return { clock, source, settings, log, ...sceneOf(source) }
}

const isOnline = ({ kind }: { kind: string }) => kind === 'online'
const isFailed = ({ kind }: { kind: string }) => kind === 'failed'
const viewer = { id: '1001', name: 'Mika' }

async function reading(options: StreamerBotOptions = {}, over: Partial<SourceOptions> = {}) {
  const bot = await program(options)
  const scene = reader(bot.address, over)
  await scene.until(isOnline)
  await bot.subscribed()
  return { bot, ...scene }
}

describe('chat from Streamer.bot', () => {
  it('reads Twitch, YouTube and Kick, and names the channels', async () => {
    const { bot, source, lines } = await reading()
    expect(source.state).toEqual({
      id: 'streamer-bot',
      kind: 'online',
      channels: [
        { platform: 'twitch', name: 'Nova' },
        { platform: 'youtube', name: 'Nova' },
        { platform: 'kick', name: 'Nova' },
      ],
      hasPolls: false,
    })
    await bot.subscribed()
    const at = '2026-11-27T10:00:00.1234567Z'
    bot.say(twitchChat(viewer, '!yes', { id: 'a', at }))
    bot.say(youTubeChat({ id: 'UCmika', name: 'Mika' }, '!no', { id: 'b', at }))
    bot.say(kickChat({ id: '77', name: 'Mika' }, '!yes', { id: 'c', at }))
    const received = await lines(3)
    expect(received).toEqual([
      { id: 'a', platform: 'twitch', userId: '1001', text: '!yes', ...common },
      { id: 'b', platform: 'youtube', userId: 'UCmika', text: '!no', ...common },
      { id: 'c', platform: 'kick', userId: '77', text: '!yes', ...common },
    ])
  })

  it('reads the lines of versions before 1.0, which say no time', async () => {
    const { bot, lines } = await reading()
    bot.say(olderTwitchChat(viewer, '!yes', { id: 'old' }))
    expect(await lines(1)).toEqual([
      { id: 'old', platform: 'twitch', userId: '1001', text: '!yes', ...common, sentAt: undefined },
    ])
  })

  it('knows the accounts that are no viewers', async () => {
    const { bot, lines } = await reading({}, { bots: () => ['@NeuroSama', 'UC-of-an-ai'] })
    bot.say(twitchChat({ id: `${ownAccounts.twitch.broadcastUserId}`, name: 'Nova' }, '!yes'))
    bot.say(twitchChat({ id: ownAccounts.twitch.botUserId, name: 'NovaBot' }, '!yes'))
    bot.say(twitchChat({ id: '19264788', name: 'Nightbot' }, '!yes'))
    bot.say(twitchChat({ id: '5', name: 'Helper', badges: ['bot-badge'] }, '!yes'))
    bot.say(twitchChat({ id: '6', name: 'neurosama' }, '!yes'))
    bot.say(twitchChat(viewer, '!yes', { isInternal: true }))
    bot.say(twitchChat(viewer, '!yes', { isTest: true }))
    bot.say(youTubeChat({ id: 'UC-of-an-ai', name: 'Evil' }, '!yes'))
    bot.say(youTubeChat({ id: 'UCnova', name: 'Nova', isOwner: true }, '!yes'))
    bot.say(kickChat({ id: '5081399', name: 'Nova', role: 4 }, '!yes'))
    bot.say(kickChat(viewer, '!yes', { isInternal: true }))
    const received = await lines(11)
    expect(received.map(({ author }) => author)).toEqual([
      'streamer',
      ...Array.from({ length: 7 }, () => 'bot'),
      'streamer',
      'streamer',
      'bot',
    ])
  })

  it('marks a line that was written in the chat of another channel', async () => {
    const { bot, lines } = await reading()
    bot.say(twitchChat(viewer, '!yes', { isFromSharedChatGuest: true }))
    bot.say(twitchChat(viewer, '!yes'))
    expect((await lines(2)).map(({ isFromElsewhere }) => isFromElsewhere)).toEqual([true, undefined])
  })

  it('knows its own accounts for every source, also while Streamer.bot is gone', async () => {
    const { bot, source, until } = await reading()
    await bot.stop()
    await until(isFailed)
    const known = (userId: string) => source.isOwn({ platform: 'twitch', userId })
    const { broadcastUserId, botUserId } = ownAccounts.twitch
    expect([`${broadcastUserId}`, botUserId, viewer.id].map(known)).toEqual([true, true, false])
    expect(source.isOwn({ platform: 'youtube', userId: botUserId })).toBe(false)
  })

  it('reads nothing of a platform before it knows its own accounts there', async () => {
    const { twitch, kick } = ownAccounts
    const { bot, clock, received, until, lines } = await reading({ platforms: { twitch } })
    bot.say(kickChat({ id: '5081399', name: 'Nova' }, '!yes'))
    bot.say(twitchChat(viewer, 'first'))
    await lines(1)
    bot.platforms = { twitch, kick }
    await clock.advance(5_000)
    bot.say(kickChat({ id: '5081399', name: 'Nova' }, '!yes'))
    await until((state) => state.kind === 'online' && state.channels.length === 2)
    bot.say(kickChat({ id: '5081399', name: 'Nova' }, '!yes'))
    await lines(2)
    expect(received.map(({ platform, author }) => [platform, author])).toEqual([
      ['twitch', 'viewer'],
      ['kick', 'streamer'],
    ])
  })

  it('works with a version that does not know Kick', async () => {
    const { bot, lines } = await reading({ knows: ['Twitch', 'YouTube'] })
    bot.say(twitchChat(viewer, 'hello'))
    expect(await lines(1)).toHaveLength(1)
  })

  it('says when no channel is signed in there', async () => {
    const { source } = await reading({ platforms: {} })
    expect(source.state).toMatchObject({ kind: 'online', channels: [] })
  })
})

describe('the password of Streamer.bot', () => {
  it('is proved by the challenge and never sent', async () => {
    const { bot } = await reading({ password: 'moonrise', enforces: true }, { password: () => 'moonrise' })
    expect(bot.requests.slice(0, 2)).toEqual(['Authenticate', 'GetBroadcaster'])
    expect(bot.received.join('\n')).not.toContain('moonrise')
  })

  it('is not needed where it is only enforced for privileged requests', async () => {
    const { bot } = await reading({ password: 'moonrise' })
    expect(bot.requests).not.toContain('Authenticate')
  })

  it.each([undefined, 'wrong'])('says that %s is not it, and waits for a person', async (password) => {
    const bot = await program({ password: 'moonrise', enforces: true })
    const { source, until, clock } = reader(bot.address, { password: () => password })
    expect(await until(isFailed)).toEqual({ id: 'streamer-bot', kind: 'failed', why: 'password', retries: false })
    await clock.advance(600_000)
    expect(source.state.kind).toBe('failed')
  })
})

describe('the connection to Streamer.bot', () => {
  it('comes back after the program was restarted', async () => {
    const { bot, clock, until } = await reading()
    bot.dropAll()
    expect(await until(isFailed)).toEqual({ id: 'streamer-bot', kind: 'failed', why: 'unreachable', retries: true })
    await clock.advance(1_000)
    await until(isOnline)
  })

  it('waits longer after each failure, a minute at most', async () => {
    const bot = await program()
    const { address } = bot
    await bot.stop()
    const { clock, until, states } = reader(address)
    for (const milliseconds of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await until(isFailed)
      const attempts = states.filter(({ kind }) => kind === 'connecting').length
      await clock.advance(milliseconds - 1)
      expect(states.filter(({ kind }) => kind === 'connecting')).toHaveLength(attempts)
      await clock.advance(1)
      expect(states.filter(({ kind }) => kind === 'connecting')).toHaveLength(attempts + 1)
    }
  })

  it('is never opened to a public address, whatever name it has', async () => {
    const { until } = reader('ws://bot.example:8080/', {
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
    })
    expect(await until(isFailed)).toMatchObject({ why: 'not-private', retries: false })
  })

  it.each(['two words', 'http://127.0.0.1:8080/'])('is not opened to %s from a settings file', (address) => {
    expect(reader(address).source.state).toMatchObject({ kind: 'failed', why: 'unreachable', retries: false })
  })

  it('says that another program answers', async () => {
    const bot = await program()
    bot.greets = false
    const { clock, until } = reader(bot.address)
    await bot.connected()
    await clock.advance(10_000)
    expect(await until(isFailed)).toMatchObject({ why: 'not-this-program' })
  })

  it.each([
    ['a frame of a megabyte', 'x'.repeat(1_048_576)],
    ['what is no JSON', 'hello'],
    ['a list', '[1]'],
    ['a thousand levels', `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
    ['bytes', Buffer.from([1, 2, 3])],
  ])('ends with %s', async (_what, frame) => {
    const { bot, until } = await reading()
    bot.sayRaw(frame)
    expect(await until(isFailed)).toMatchObject({ why: 'not-this-program', retries: true })
  })

  it('reads 3,000 lines at once more slowly, and loses none', async () => {
    const { bot, clock, received } = await reading()
    for (let count = 0; count < 3_000; count++) bot.say(twitchChat({ id: `${count}`, name: `v${count}` }, '!yes'))
    for (let turn = 0; turn < 400 && received.length < 3_000; turn++) await clock.advance(20)
    expect(received).toHaveLength(3_000)
    expect(new Set(received.map(({ userId }) => userId)).size).toBe(3_000)
  })

  it('ends when it is switched off', async () => {
    const { bot, source, settings, received } = await reading()
    settings.enabled = false
    source.apply()
    expect(source.state).toEqual({ id: 'streamer-bot', kind: 'off' })
    bot.say(twitchChat(viewer, 'late'))
    await bot.disconnected()
    expect(received).toEqual([])
  })
})

const common = {
  userName: 'Mika',
  sentAt: Date.parse('2026-11-27T10:00:00.123Z'),
  author: 'viewer',
} as const

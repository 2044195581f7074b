/** The chat of all sources as one. */
import type { AudienceMessage, SourceState } from '@shared/streaming/audience.js'
import { describe, expect, it, vi } from 'vitest'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { Audience } from '../../../../src-main/streaming/audience/audience.js'

const line = (over: Partial<AudienceMessage> = {}): AudienceMessage => ({
  id: 'm1',
  platform: 'twitch',
  userId: '42',
  userName: 'ada',
  text: '!yes',
  sentAt: 1_000,
  author: 'viewer',
  ...over,
})

function sourceOf(state: SourceState, own: readonly string[] = []) {
  const received = new Emitter<AudienceMessage>()
  const changed = new Emitter<SourceState>()
  return {
    state,
    onDidReceive: received.on,
    onDidChange: changed.on,
    isOwn: ({ platform, userId }: AudienceMessage) => own.includes(`${platform} ${userId}`),
    say: (message: AudienceMessage) => received.emit(message),
  }
}

const online: SourceState = { id: 'twitch', kind: 'online', channels: [], hasPolls: false }

describe('the audience', () => {
  const scene = () => {
    const audience = new Audience()
    const received = vi.fn()
    audience.onDidReceive(received)
    const [twitch, bot] = [sourceOf(online), sourceOf({ id: 'streamer-bot', kind: 'connecting' })]
    return { audience, received, twitch, bot, removeTwitch: audience.add(twitch), removeBot: audience.add(bot) }
  }

  it('receives a line once, also when two sources tell it', () => {
    const { received, twitch, bot } = scene()
    twitch.say(line())
    bot.say(line())
    bot.say(line({ platform: 'youtube' }))
    expect(received.mock.calls.map(([{ platform }]) => platform)).toEqual(['twitch', 'youtube'])
  })

  it.each([
    ['the streamer', { author: 'streamer' }],
    ['a program', { author: 'bot' }],
    ['somebody in the chat of another channel', { isFromElsewhere: true }],
    ['somebody without an account', { userId: '' }],
    ['an account with an id of any length', { userId: '1'.repeat(65) }],
  ] as const)('does not receive %s', (_who, over) => {
    const { received, twitch } = scene()
    twitch.say(line(over))
    expect(received).not.toHaveBeenCalled()
  })

  it('does not receive a bot that another source knows, also when the one that tells its line does not', () => {
    const audience = new Audience()
    const received = vi.fn()
    audience.onDidReceive(received)
    const twitch = sourceOf(online)
    audience.add(twitch)
    audience.add(sourceOf({ id: 'streamer-bot', kind: 'failed', why: 'unreachable', retries: true }, ['twitch 42']))
    twitch.say(line())
    twitch.say(line({ id: 'm2', userId: '43' }))
    expect(received.mock.calls.map(([{ userId }]) => userId)).toEqual(['43'])
  })

  it('cuts what is longer than a platform allows', () => {
    const { received, twitch } = scene()
    twitch.say(line({ text: 'a'.repeat(10_000), userName: 'b'.repeat(10_000) }))
    const [{ text, userName }] = received.mock.calls[0] as [AudienceMessage]
    expect([text.length, userName.length]).toEqual([500, 64])
  })

  it('is online while a source is, and no source is received after it was removed', () => {
    const { audience, received, twitch, removeTwitch } = scene()
    expect(audience.isOnline).toBe(true)
    removeTwitch()
    twitch.say(line())
    expect([audience.isOnline, audience.states.length, received.mock.calls.length]).toEqual([false, 1, 0])
  })
})

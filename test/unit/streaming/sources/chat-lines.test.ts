import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audienceLimits } from '../../../../src-main/shared/streaming/audience.js'
import { frameIn } from '../../../../src-main/streaming/sources/frames.js'
import { channelsIn, chatLine } from '../../../../src-main/streaming/sources/streamer-bot/chat-lines.js'
import { kickChat, olderTwitchChat, twitchChat, youTubeChat } from '../../../fakes/streamer-bot/chat-events.js'
import { ownAccounts } from '../../../fakes/streamer-bot/streamer-bot.js'

const { own } = channelsIn({ platforms: ownAccounts })
const shapes = [twitchChat, olderTwitchChat, youTubeChat, kickChat]

/** An event in which any member may be anything. */
const spoiled = fc
  .tuple(fc.constantFrom(...shapes), fc.string({ maxLength: 2_000 }), fc.string({ maxLength: 200 }), fc.jsonValue())
  .chain(([shape, text, name, anything]) => {
    const { event, data } = shape({ id: name, name }, text)
    const members = Object.keys(data)
    return fc.subarray(members).map((changed) => ({
      event,
      data: { ...data, ...Object.fromEntries(changed.map((member) => [member, anything])) },
    }))
  })

describe('a line of chat', () => {
  it('is bounded and has an author, whatever was sent', () => {
    fc.assert(
      fc.property(fc.oneof(spoiled, fc.object()), fc.array(fc.string()), (frame, named) => {
        const line = chatLine(frame, own, named)
        if (!line) return
        expect(line.id.length).toBeLessThanOrEqual(audienceLimits.id)
        expect(line.id).not.toBe('')
        expect(line.userId.length).toBeLessThanOrEqual(audienceLimits.id)
        expect(line.userId).not.toBe('')
        expect(line.userName.length).toBeLessThanOrEqual(audienceLimits.name)
        expect(line.text.length).toBeLessThanOrEqual(audienceLimits.text)
        expect(['viewer', 'streamer', 'bot']).toContain(line.author)
      }),
    )
  })

  it('of an account of the channel is never a viewer’s, whatever its name and text', () => {
    const accounts = [
      { shape: twitchChat, id: '695682330' },
      { shape: twitchChat, id: '682553973' },
      { shape: olderTwitchChat, id: '682553973' },
      { shape: youTubeChat, id: 'UCnova' },
      { shape: kickChat, id: '5081399' },
    ]
    fc.assert(
      fc.property(fc.constantFrom(...accounts), fc.string(), fc.string(), ({ shape, id }, name, text) => {
        expect(chatLine({ ...shape({ id, name }, text) }, own, [])?.author).not.toBe('viewer')
      }),
    )
  })

  it.each(['__proto__', 'constructor', 'toString'])('does not come from an event called %s', (type) => {
    expect(
      chatLine({ event: { source: 'Twitch', type }, data: { id: '1', user: { id: '1' } } }, own, []),
    ).toBeUndefined()
  })
})

describe('channels of Streamer.bot', () => {
  it('are read from whatever is answered', () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), fc.record({ platforms: fc.object() })), (answer) => {
        expect(channelsIn(answer).channels.length).toBeLessThanOrEqual(3)
      }),
    )
  })
})

describe('a frame', () => {
  it('is an object or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const frame = frameIn(text)
        if (frame) expect(Array.isArray(frame)).toBe(false)
      }),
    )
  })
})

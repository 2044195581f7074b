/** Attacks on a vote: by the AI that reads and writes the chat, by bots and raids, and by floods. */
import { describe, expect, it } from 'vitest'
import { byStreamer, votesUnderTest } from '../../fakes/votes-under-test.js'

async function running(chosen: Parameters<typeof votesUnderTest>[0] = {}) {
  const scene = votesUnderTest(chosen)
  const { id } = scene.open()
  await scene.votes.start(id, byStreamer)
  const ended = async () => {
    scene.votes.end()
    return scene.vote
  }
  return { ...scene, id, ended }
}

describe('a vote', () => {
  it('does not count the AI that writes in the chat, bots, nor the streamer', async () => {
    const { chat, ended } = await running({ bots: ['AiOfMine', '4711'] })
    chat.write('1', '!yes', { userName: 'aiofmine' })
    chat.write('4711', '!yes', { userName: 'renamed meanwhile' })
    chat.write('2', '!yes', { author: 'bot' })
    chat.write('3', '!yes', { author: 'streamer' })
    expect(await ended()).toMatchObject({ yes: 0, no: 0 })
  })

  it('is not started by what anybody writes', () => {
    const { chat, open, vote } = votesUnderTest()
    open()
    for (const text of ['!vote', '!startvote', '!yes', '/vote', 'votes:start'])
      chat.write('1', text, { author: 'streamer' })
    expect(vote).toBeNull()
  })

  it('does not count viewers of another channel in a shared chat', async () => {
    const { chat, ended } = await running()
    chat.write('1', '!yes', { isFromElsewhere: true })
    expect(await ended()).toMatchObject({ yes: 0 })
  })

  it('counts a line once that arrives again and again, also from another source', async () => {
    const { chat, ended } = await running()
    chat.write('1', '!yes', { id: 'same' })
    chat.write('1', '!no')
    for (let at = 0; at < 100; at += 1) chat.write('1', '!yes', { id: 'same' })
    expect(await ended()).toMatchObject({ yes: 0, no: 1 })
  })

  it('does not count a line from before the vote that is delivered late', async () => {
    const { chat, clock, ended } = await running()
    await clock.advance(10_000)
    chat.write('1', '!yes', { sentAt: clock.now().getTime() - 3_600_000 })
    const early = await running()
    early.chat.write('1', '!yes', { sentAt: early.clock.now().getTime() - 1 })
    expect(await ended()).toMatchObject({ yes: 1 })
    expect(await early.ended()).toMatchObject({ yes: 0 })
  })

  it('stays exact under 1,000 lines a second of a raid, and sends no more than four counts a second', async () => {
    const { chat, clock, votes, ended } = await running()
    let sent = 0
    votes.onDidChange(() => (sent += 1))
    for (let second = 0; second < 30; second += 1) {
      for (let at = 0; at < 1_000; at += 1)
        chat.write(`viewer-${(second * 1_000 + at) % 7_000}`, at % 3 ? '!yes' : '!no')
      await clock.advance(1_000)
    }
    expect(sent).toBeLessThanOrEqual(30 * 4)
    const vote = await ended()
    expect((vote?.yes ?? 0) + (vote?.no ?? 0)).toBe(7_000)
  })

  it('says no, and that there were too many, when more accounts vote than can be counted', async () => {
    const { chat, ended } = await running()
    for (let at = 0; at < 100_001; at += 1) chat.write(`raider-${at}`, '!yes')
    expect(await ended()).toMatchObject({ yes: 100_000, isFull: true, result: { says: 'no', why: 'too-many' } })
  })

  it('takes long ids, long lines and odd characters as they are, or not at all', async () => {
    const { chat, ended } = await running()
    chat.write('x'.repeat(10_000), '!yes')
    chat.write('', '!yes')
    chat.write('1', `!yes ${'\u202e'.repeat(100_000)}`)
    chat.write('2', `!yes${'\u0000'.repeat(10)}`)
    chat.write('3', '\u202e!yes')
    expect(await ended()).toMatchObject({ yes: 1, no: 0 })
  })
})

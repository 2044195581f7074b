import { describe, expect, it, vi } from 'vitest'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import type { NativePolls, RunningPoll } from '../../../src-main/streaming/ports.js'
import { byStreamer, streamer, votesUnderTest } from '../../fakes/votes-under-test.js'

const endMs = 32_000

describe('a vote on a request', () => {
  it('counts viewers, ends by time, and leaves the decision to the streamer', async () => {
    const scene = votesUnderTest({ minimum: 10, share: 60 })
    const { id, answer } = scene.open()
    await scene.votes.start(id, byStreamer)
    expect(scene.vote).toMatchObject({
      question: { action: 'time', choice: 'night' },
      words: { yes: '!yes', no: '!no' },
    })
    scene.crowd(170, 70)
    await scene.clock.advance(250)
    expect(scene.vote).toMatchObject({ yes: 170, no: 70 })
    expect(scene.vote).not.toHaveProperty('result')
    await scene.clock.advance(endMs)
    expect(scene.vote).toMatchObject({ result: { says: 'yes', why: 'share' } })
    expect(scene.approvals.isOpen(id)).toBe(true)
    scene.approvals.decideAsPerson({ id, decision: 'deny', person: streamer })
    expect((await answer).outcome).toBe('denied')
    expect(scene.vote).toMatchObject({ answer: 'denied' })
    await scene.clock.advance(8_000)
    expect(scene.vote).toBeNull()
  })

  it('is recorded with numbers and our own words, and nothing of viewers', async () => {
    const scene = votesUnderTest()
    const { id } = scene.open()
    await scene.votes.start(id, byStreamer)
    scene.chat.write('secret-id', '!yes SECRET', { userName: 'SECRET' })
    scene.chat.write('2', '!no', { platform: 'youtube' })
    scene.votes.end()
    expect(scene.audit.events).toMatchObject([
      {
        capabilityId: 'system.vote.end',
        caller: { id: 'desktop' },
        request: {
          approvalId: id,
          question: { action: 'time', choice: 'night' },
          yes: 1,
          no: 1,
          says: 'no',
          why: 'share',
          endedBy: 'streamer',
          sources: { twitch: 1, youtube: 1 },
        },
      },
    ])
    expect(JSON.stringify([scene.audit.events, scene.log, scene.vote])).not.toMatch(/secret/iu)
  })

  it('ends with the answer of the streamer, before its time', async () => {
    const scene = votesUnderTest()
    const { id } = scene.open()
    await scene.votes.start(id, byStreamer)
    scene.crowd(3)
    scene.approvals.decideAsPerson({ id, decision: 'approve', person: streamer })
    expect(scene.vote).toMatchObject({ yes: 3, result: { says: 'yes' }, answer: 'approved' })
    expect(scene.audit.events).toMatchObject([{ request: { endedBy: 'answer' } }])
  })

  it('ends when everything is stopped, and when the request expires', async () => {
    const stopped = votesUnderTest()
    await stopped.votes.start(stopped.open().id, byStreamer)
    stopped.approvals.denyAll('panic')
    expect(stopped.vote).toMatchObject({ answer: 'denied' })
    const late = votesUnderTest({ seconds: 300 })
    await late.votes.start(late.open().id, byStreamer)
    await late.clock.advance(300_000)
    expect(late.vote).toMatchObject({ result: { says: 'no' }, answer: 'expired' })
  })

  it('disappears with a request that its AI withdrew', async () => {
    const scene = votesUnderTest()
    const { id } = scene.open()
    await scene.votes.start(id, byStreamer)
    scene.approvals.supersede(() => true)
    expect(scene.vote).toBeNull()
  })

  it.each([
    ['of a critical risk', { risk: 'critical' as const }],
    ['of a low risk', { risk: 'low' as const }],
    ['about a message', { capabilityId: 'ext.java.message.send' }],
    ['about a console command', { capabilityId: 'ext.java.command.run' }],
    ['that judges a player', { capabilityId: 'player.kick' }],
    ['of an unknown action', { capabilityId: 'ext.plugin.rob' }],
  ])('is refused for a request %s', async (_what, part) => {
    const scene = votesUnderTest()
    await expect(scene.votes.start(scene.open(part).id, byStreamer)).rejects.toThrow(
      'Viewers cannot be asked about this.',
    )
    expect(scene.vote).toBeNull()
  })

  it('is refused while votes are off, no chat is connected, another one runs, or little time is left', async () => {
    const scene = votesUnderTest({ enabled: false })
    const { id } = scene.open()
    await expect(scene.votes.start(id, byStreamer)).rejects.toThrow('Votes are off.')
    scene.choose({ enabled: true })
    scene.chat.go('off')
    await expect(scene.votes.start(id, byStreamer)).rejects.toThrow('No chat is connected.')
    scene.chat.go('online')
    await expect(scene.votes.start('unknown', byStreamer)).rejects.toMatchObject({ code: 'RISK.APPROVAL_CLOSED' })
    await scene.votes.start(id, byStreamer)
    const other = scene.open({ requestId: 'request-2' })
    await expect(scene.votes.start(other.id, byStreamer)).rejects.toThrow('A vote is running already.')
    scene.votes.end()
    await expect(scene.votes.start(id, byStreamer)).rejects.toThrow('Viewers were asked about this already.')
    await scene.clock.advance(290_000)
    await expect(scene.votes.start(other.id, byStreamer)).rejects.toThrow('Too little time is left')
  })

  it('starts by itself for the AIs that the owner chose, one after the other', async () => {
    const scene = votesUnderTest({ automatic: ['mcp:test'] })
    const first = scene.open()
    const second = scene.open({ requestId: 'request-2' })
    scene.open({ requestId: 'request-3', caller: { type: 'model', id: 'mcp:other', name: 'Other' } })
    expect(scene.vote?.approvalId).toBe(first.id)
    await scene.clock.advance(endMs)
    scene.approvals.decideAsPerson({ id: first.id, decision: 'approve', person: streamer })
    expect(scene.vote).toMatchObject({ approvalId: first.id, answer: 'approved' })
    await scene.clock.advance(8_000)
    expect(scene.vote?.approvalId).toBe(second.id)
    scene.approvals.decideAsPerson({ id: second.id, decision: 'deny', person: streamer })
    await scene.clock.advance(8_000)
    expect(scene.vote).toBeNull()
    expect(scene.audit.events.map(({ caller }) => caller.id)).toEqual(['settings', 'settings'])
  })

  it('starts by itself once a chat is connected, on the first request that has the time for it', async () => {
    const scene = votesUnderTest({ automatic: ['mcp:test'] })
    scene.chat.go('off')
    scene.open()
    await scene.clock.advance(290_000)
    const { id } = scene.open({ requestId: 'request-2' })
    expect(scene.vote).toBeNull()
    scene.chat.go('online')
    expect(scene.vote?.approvalId).toBe(id)
  })

  it('starts on the request that waits longest, for a button without a screen', async () => {
    const scene = votesUnderTest()
    await expect(scene.votes.startOldest(byStreamer)).rejects.toThrow('No request waits')
    scene.open({ capabilityId: 'player.kick' })
    const { id } = scene.open({ requestId: 'request-2' })
    await scene.votes.startOldest(byStreamer)
    expect(scene.vote?.approvalId).toBe(id)
  })

  it('ends when the owner switches votes off', async () => {
    const scene = votesUnderTest()
    await scene.votes.start(scene.open().id, byStreamer)
    scene.choose({ enabled: false })
    expect(scene.vote).toBeNull()
    expect(scene.audit.events).toMatchObject([{ request: { endedBy: 'off' } }])
  })
})

describe('a yes that counts as one of several people', () => {
  it('completes a request with the streamer, in both orders', async () => {
    const first = votesUnderTest({ countsAsApprover: true })
    const one = first.open({}, 2)
    await first.votes.start(one.id, byStreamer)
    first.crowd(5)
    await first.clock.advance(endMs)
    expect(first.vote).toMatchObject({ counted: true })
    expect(first.approvals.find(one.id)?.agreed).toEqual(['viewers'])
    first.approvals.decideAsPerson({ id: one.id, decision: 'approve', person: streamer })
    expect(await one.answer).toMatchObject({ outcome: 'approved', by: ['viewers', 'desktop'] })

    const second = votesUnderTest({ countsAsApprover: true })
    const other = second.open({}, 2)
    await second.votes.start(other.id, byStreamer)
    second.approvals.decideAsPerson({ id: other.id, decision: 'approve', person: streamer })
    second.crowd(5)
    await second.clock.advance(endMs)
    expect(await other.answer).toMatchObject({ outcome: 'approved', by: ['desktop', 'viewers'] })
    expect(second.vote).toMatchObject({ answer: 'approved' })
  })

  it.each([
    ['where one person decides', 1, {}, true],
    ['where the owner did not choose it', 2, {}, false],
    ['alone where three people must agree', 3, {}, true],
  ])('never approves %s', async (_where, needed, part, countsAsApprover) => {
    const scene = votesUnderTest({ countsAsApprover })
    const { id } = scene.open(part, needed)
    await scene.votes.start(id, byStreamer)
    scene.crowd(1_000)
    await scene.clock.advance(endMs)
    expect(scene.vote).toMatchObject({ result: { says: 'yes' } })
    expect(scene.approvals.isOpen(id)).toBe(true)
  })

  it('does not count when it is not recorded', async () => {
    const scene = votesUnderTest({ countsAsApprover: true })
    const { id } = scene.open({}, 2)
    await scene.votes.start(id, byStreamer)
    scene.audit.refuses = () => true
    scene.crowd(5)
    await scene.clock.advance(endMs)
    expect(scene.approvals.find(id)?.agreed).toEqual([])
  })

  it('never answers a critical or private request, whoever submits it', () => {
    const scene = votesUnderTest({ countsAsApprover: true })
    const person = { id: 'audience', name: 'viewers', kind: 'audience' } as const
    for (const part of [{ risk: 'critical' as const }, { capabilityId: 'ext.java.message.send' }]) {
      const { id } = scene.open(part, 2)
      for (const decision of ['approve', 'deny'] as const)
        expect(scene.approvals.decideAsPerson({ id, decision, person })).toMatchObject({ ok: false })
      expect(scene.approvals.find(id)?.agreed).toEqual([])
    }
  })

  it('leaves nobody to ask when the streamer is gone', async () => {
    const scene = votesUnderTest({ countsAsApprover: true })
    const { answer } = scene.open({}, 2)
    expect(scene.approvals.hasAudience).toBe(true)
    scene.detach()
    expect((await answer).outcome).toBe('denied')
    expect(scene.approvals.approvers).toBe(0)
    expect((await scene.open({}, 2).answer).outcome).toBe('denied')
  })
})

describe('a poll of the platform', () => {
  function pollOf(scene: ReturnType<typeof votesUnderTest>, start?: NativePolls['start']) {
    const counted = new Emitter<readonly number[]>()
    let finish: (result: Awaited<RunningPoll['ended']>) => void = () => {}
    const ended = new Promise<Awaited<RunningPoll['ended']>>((resolve) => (finish = resolve))
    const end = vi.fn(async () => {})
    const opened = vi.fn(start ?? (async () => ({ onDidCount: counted.on, ended, end })))
    scene.chat.polls = { platform: 'twitch', start: opened }
    return { counted, finish, end, opened }
  }

  it('is used where the owner chose it, and only advises', async () => {
    const scene = votesUnderTest({ usesPolls: true, countsAsApprover: true })
    const poll = pollOf(scene)
    const { id } = scene.open({}, 2)
    await scene.votes.start(id, byStreamer)
    expect(poll.opened).toHaveBeenCalledWith({ title: 'time', choices: ['Yes', 'No'], seconds: 30 })
    poll.counted.emit([5, 2])
    scene.crowd(50)
    await scene.clock.advance(250)
    expect(scene.vote).toMatchObject({ isPoll: true, yes: 5, no: 2 })
    poll.finish({ kind: 'completed', votes: [8, 2] })
    await scene.clock.advance(0)
    expect(scene.vote).toMatchObject({ yes: 8, no: 2, result: { says: 'yes' } })
    expect(scene.approvals.find(id)?.agreed).toEqual([])
  })

  it('becomes a vote by words when the platform refuses it', async () => {
    const scene = votesUnderTest({ usesPolls: true })
    pollOf(scene, () => Promise.reject(new Error('a poll runs')))
    await scene.votes.start(scene.open().id, byStreamer)
    scene.crowd(4)
    await scene.clock.advance(endMs)
    expect(scene.vote).toMatchObject({ isPoll: false, yes: 4, result: { says: 'yes' } })
  })

  it('ends at the platform when the streamer ends the vote, and by itself when nothing says how it ended', async () => {
    const scene = votesUnderTest({ usesPolls: true })
    const poll = pollOf(scene)
    await scene.votes.start(scene.open().id, byStreamer)
    scene.votes.end()
    expect(poll.end).toHaveBeenCalledOnce()
    const silent = votesUnderTest({ usesPolls: true })
    pollOf(silent)
    await silent.votes.start(silent.open().id, byStreamer)
    await silent.clock.advance(60_000)
    expect(silent.vote).toMatchObject({ result: { says: 'no', why: 'too-few' } })
  })
})

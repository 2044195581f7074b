import { describe, expect, it } from 'vitest'
import { WaitingRequests } from '../../../../src-main/consumers/xiaozhi/waiting-requests.js'
import type { ApprovalStatus } from '../../../../src-main/gateway/ports/call-response.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const about = {
  capabilityId: 'world.time.set',
  server: { id: 'demo', name: 'Demo' },
  askedAt: '2026-01-19T10:30:00.000Z',
  expiresAt: '2026-01-19T10:35:00.000Z',
}

const ended = (approvalId: string): ApprovalStatus => ({
  ...about,
  approvalId,
  state: 'ended',
  report: {
    requestId: `request-${approvalId}`,
    traceId: 'trace',
    outcome: { kind: 'denied', approvalId, by: ['ada'] },
    timestamp: about.askedAt,
    milliseconds: 1,
  },
})

function scene() {
  const clock = new FakeClock()
  const statuses = new Map<string, ApprovalStatus>()
  const requests = new WaitingRequests(clock, (id) => statuses.get(id))
  const ask = (id: string): void => {
    statuses.set(id, { ...about, approvalId: id, state: 'waiting-for-person' })
    requests.add(id, id)
  }
  return { clock, statuses, requests, ask }
}

describe('waiting requests', () => {
  it('say an end once with another result, and as often as it is asked for', () => {
    const { statuses, requests, ask } = scene()
    ask('a')
    expect(requests.takeEnds()).toEqual([])
    expect(requests.requestStatuses()).toEqual([{ kind: 'waiting', what: 'a' }])
    statuses.set('a', ended('a'))
    expect(requests.takeEnds()).toMatchObject([{ kind: 'ended', what: 'a' }])
    expect(requests.takeEnds()).toEqual([])
    expect(requests.requestStatuses()).toMatchObject([{ kind: 'ended', what: 'a' }])
    expect(requests.requestStatuses()).toMatchObject([{ kind: 'ended', what: 'a' }])
    expect(requests.count).toBe(0)
  })

  it('say the oldest ends first, and keep those that were not taken', () => {
    const { statuses, requests, ask } = scene()
    for (const id of ['a', 'b', 'c', 'd']) {
      ask(id)
      statuses.set(id, ended(id))
    }
    const [last] = requests.requestStatuses().reverse()
    if (last) requests.markReported(last)
    const take = () => requests.takeEnds(undefined, 2).map(({ what }) => what)
    expect([take(), take(), take()]).toEqual([['a', 'b'], ['c'], []])
  })

  it('leave out the end that the result itself says', () => {
    const { statuses, requests, ask } = scene()
    ask('a')
    statuses.set('a', ended('a'))
    expect(requests.takeEnds('request-a')).toEqual([])
    expect(requests.takeEnds()).toEqual([])
  })

  it('say that an end is no longer kept', () => {
    const { statuses, requests, ask } = scene()
    ask('a')
    statuses.delete('a')
    expect(requests.takeEnds()).toEqual([{ kind: 'forgotten', what: 'a' }])
  })

  it('forget an end after 15 minutes, and the oldest of too many', async () => {
    const { clock, statuses, requests, ask } = scene()
    ask('a')
    statuses.set('a', ended('a'))
    requests.takeEnds()
    await clock.advance(15 * 60_000)
    expect(requests.requestStatuses()).toEqual([])
    for (let count = 0; count < 40; count += 1) ask(`b${count}`)
    expect(requests.requestStatuses()).toHaveLength(32)
  })
})

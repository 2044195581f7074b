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
  it('report an outcome once with another result, and whenever it is requested', () => {
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

  it('report the oldest outcomes first, and keep those that were not read', () => {
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

  it('omit the outcome that the result itself reports', () => {
    const { statuses, requests, ask } = scene()
    ask('a')
    statuses.set('a', ended('a'))
    expect(requests.takeEnds('request-a')).toEqual([])
    expect(requests.takeEnds()).toEqual([])
  })

  it('report that an outcome is no longer stored', () => {
    const { statuses, requests, ask } = scene()
    ask('a')
    statuses.delete('a')
    expect(requests.takeEnds()).toEqual([{ kind: 'forgotten', what: 'a' }])
  })

  it('drop an outcome after 15 minutes, and the oldest of too many', async () => {
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

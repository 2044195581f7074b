import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import { practiceId } from '@shared/approvals/practice.js'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../../../../src-main/gateway/approvals/approval-request.js'
import { askedElsewhere } from '../../../../src-main/gateway/approvals/asked-elsewhere.js'
import { approvalsUnderTest, question } from '../../../fakes/approvals-under-test.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const forever = new AbortController().signal

let clock: FakeClock
let onlyWhenAway: boolean
let isAway: boolean
let approvals: ReturnType<typeof approvalsUnderTest>
let elsewhere: ReturnType<typeof askedElsewhere>
let arrived: string[]

beforeEach(() => {
  clock = new FakeClock()
  onlyWhenAway = true
  isAway = false
  approvals = approvalsUnderTest({ clock })
  approvals.attach()
  elsewhere = askedElsewhere({
    approvals,
    places: () => ({ ...everyAnswerPlace, onlyWhenAway }),
    isAway: () => isAway,
    clock,
  })
  arrived = []
  elsewhere.onDidOpen(({ id }) => arrived.push(id))
})

function ask(asked: ApprovalRequest = question, needed = 1): string {
  let id = ''
  void approvals.request(asked, needed, forever, (open) => {
    id = open.id
  })
  return id
}

describe('the places other than the computer', () => {
  it('are asked at once unless the owner chose otherwise', () => {
    onlyWhenAway = false
    const id = ask()
    expect([arrived, elsewhere.open().map((open) => open.id)]).toEqual([[id], [id]])
  })

  it('are asked as soon as nobody uses the computer, once, and stay asked when somebody comes back', async () => {
    const id = ask()
    await clock.advance(60_000)
    expect([arrived, elsewhere.open()]).toEqual([[], []])
    isAway = true
    await clock.advance(5_000)
    isAway = false
    await clock.advance(60_000)
    expect([arrived, elsewhere.open().map((open) => open.id)]).toEqual([[id], [id]])
  })

  it('are asked as soon as the owner wants them asked at all times', async () => {
    const id = ask()
    onlyWhenAway = false
    await clock.advance(5_000)
    expect(arrived).toEqual([id])
  })

  it('are asked at once what needs two people, and what practises', () => {
    const ids = [ask(question, 2), ask({ ...question, caller: { type: 'model', id: practiceId, name: 'Practice AI' } })]
    expect(arrived).toEqual(ids)
  })

  it('are no longer looked after once nothing waits', async () => {
    const id = ask()
    approvals.decide(id, 'deny', 'ada')
    expect(clock.waiting).toBe(0)
    isAway = true
    await clock.advance(60_000)
    expect(arrived).toEqual([])
  })
})

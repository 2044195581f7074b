import type { Caller } from '@contract/call.js'
import { chatPlayerId } from '@shared/features/chat.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultApprovalTimeoutMs } from '../../../../src-main/gateway/approvals/approvals.js'
import { isCrowded } from '../../../../src-main/gateway/approvals/crowding.js'
import type { ApprovalResolution } from '../../../../src-main/gateway/ports/open-approvals.js'
import { approvalsUnderTest, question } from '../../../fakes/approvals-under-test.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'
import { times } from '../../../fixtures/properties.js'

const forever = new AbortController().signal

describe('approvals', () => {
  it('are closed exactly once each, in any order of events', async () => {
    const happening = fc.oneof(
      fc.record({ do: fc.constantFrom('approve' as const, 'deny' as const), which: fc.nat(3), who: fc.nat(2) }),
      fc.record({ do: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 400_000 }) }),
      fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(3) }),
    )
    await times(60).forAllAsync(
      fc.integer({ min: 1, max: 3 }),
      fc.array(happening, { maxLength: 12 }),
      async (needs, story) => {
        const clock = new FakeClock()
        const approvals = approvalsUnderTest({ clock })
        approvals.attach()
        const closed: ApprovalResolution[] = []
        const answers: ApprovalResolution[] = []
        approvals.onDidClose((answer) => closed.push(answer))
        const callers = [0, 1, 2, 3].map(() => new AbortController())
        const ids: string[] = []
        for (const { signal } of callers) {
          void approvals
            .request(question, needs, signal, ({ id }) => ids.push(id))
            .then((answer) => answers.push(answer))
        }
        for (const event of story) {
          if (event.do === 'wait') await clock.advance(event.milliseconds)
          else if (event.do === 'withdraw') callers[event.which]?.abort()
          else approvals.decide(ids[event.which] ?? '', event.do, `person-${event.who}`)
        }
        await clock.advance(defaultApprovalTimeoutMs)
        expect(approvals.open()).toEqual([])
        expect(clock.waiting).toBe(0)
        expect(answers).toHaveLength(4)
        expect(closed.map(({ approvalId }) => approvalId).sort()).toEqual([...ids].sort())
        for (const { outcome, by } of answers) if (outcome === 'approved') expect(new Set(by).size).toBe(needs)
      },
    )
  })

  it('notify listeners when one opens and when it closes', async () => {
    const approvals = approvalsUnderTest()
    approvals.attach()
    const reported: string[] = []
    approvals.onDidOpen(({ id }) => reported.push(`open ${id}`))
    approvals.onDidClose(({ approvalId, outcome }) => reported.push(`${outcome} ${approvalId}`))
    const answer = approvals.request(question, 1, forever)
    const [open] = approvals.open()
    approvals.decide(open?.id ?? '', 'approve', 'ada')
    await answer
    expect(reported).toEqual([`open ${open?.id}`, `approved ${open?.id}`])
  })

  it('can be decided by a listener as soon as it is notified', async () => {
    const approvals = approvalsUnderTest()
    approvals.attach()
    approvals.onDidOpen(({ id }) => void approvals.decide(id, 'approve', 'ada'))
    expect(await approvals.request(question, 1, forever)).toMatchObject({ outcome: 'approved', by: ['ada'] })
  })

  it('keep capacity for programs while many players ask', () => {
    const approvals = approvalsUnderTest()
    approvals.attach()
    const ask = (caller: Caller): boolean => {
      if (isCrowded(approvals.open(), caller)) return false
      void approvals.request({ ...question, caller }, 1, forever)
      return true
    }
    const player = (name: string): Caller => ({ type: 'model', id: chatPlayerId(name), name })
    const program = (name: string): Caller => ({ type: 'model', id: `client:${name}`, name })
    expect([1, 2, 3].map(() => ask(player('steve')))).toEqual([true, true, false])
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => ask(player(name)))).toEqual([true, true, true, true, false])
    expect([1, 2, 3, 4, 5, 6].map(() => ask(program('one')))).toEqual([true, true, true, true, true, false])
    approvals.denyAll('ada')
    expect(ask(player('steve'))).toBe(true)
    approvals.denyAll('ada')
  })

  it('wait as long as configured', async () => {
    const clock = new FakeClock()
    const approvals = approvalsUnderTest({ clock, timeoutMs: () => 1_000 })
    approvals.attach()
    const answer = approvals.request(question, 1, forever)
    await clock.advance(1_000)
    expect(await answer).toMatchObject({ outcome: 'expired', by: [] })
  })

  it('close a question when its caller cannot be notified', async () => {
    const clock = new FakeClock()
    const approvals = approvalsUnderTest({ clock })
    approvals.attach()
    const answer = approvals.request(question, 1, forever, () => {
      throw new Error('The caller is gone.')
    })
    await Promise.race([answer.catch(() => {}), settled()])
    expect(approvals.open()).toEqual([])
    expect(clock.waiting).toBe(0)
  })
})

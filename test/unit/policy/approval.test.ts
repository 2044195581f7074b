import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ApprovalEvent,
  type ApprovalState,
  nextApproval,
  openApproval,
} from '../../../src-main/policy/approval.js'

const person = fc.constantFrom('ada', 'ben', 'cho')
const event: fc.Arbitrary<ApprovalEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('approve' as const), person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deny' as const), person }) },
  { weight: 1, arbitrary: fc.constant<ApprovalEvent>({ kind: 'time-is-up' }) },
  { weight: 1, arbitrary: fc.constant<ApprovalEvent>({ kind: 'caller-withdrew' }) },
)
const needed = fc.integer({ min: 1, max: 4 })
const stateAfter = (needs: number, events: readonly ApprovalEvent[]): ApprovalState =>
  events.reduce(nextApproval, openApproval(needs))

/** What the question must say, told the slow way: from the whole story. */
function expected(needs: number, events: readonly ApprovalEvent[]): ApprovalState {
  const agreed: string[] = []
  for (const one of events) {
    if (one.kind === 'deny') return { phase: 'closed', outcome: 'denied', by: [one.person] }
    if (one.kind === 'time-is-up') return { phase: 'closed', outcome: 'expired', by: [] }
    if (one.kind === 'caller-withdrew') return { phase: 'closed', outcome: 'withdrawn', by: [] }
    if (!agreed.includes(one.person)) agreed.push(one.person)
    if (agreed.length >= needs) return { phase: 'closed', outcome: 'approved', by: agreed }
  }
  return { phase: 'open', needed: needs, agreed }
}

class Question {
  state: ApprovalState
  constructor(needs: number) {
    this.state = openApproval(needs)
  }
}
interface Story {
  readonly needs: number
  readonly events: ApprovalEvent[]
}
class Happens implements fc.Command<Story, Question> {
  constructor(readonly event: ApprovalEvent) {}
  check = () => true
  run(story: Story, question: Question) {
    const before = question.state
    question.state = nextApproval(before, this.event)
    story.events.push(this.event)
    expect(question.state).toEqual(expected(story.needs, story.events))
    if (before.phase === 'closed') expect(question.state).toBe(before)
  }
  toString = () => JSON.stringify(this.event)
}

describe('an approval', () => {
  it('follows its model through any story, and once closed stays as it closed', () => {
    fc.assert(
      fc.property(
        needed,
        fc.commands([event.map((one) => new Happens(one))], { maxCommands: 40 }),
        (needs, commands) => {
          fc.modelRun(() => ({ model: { needs, events: [] }, real: new Question(needs) }), commands)
        },
      ),
    )
  })

  it('is approved only by as many different people as it needs', () => {
    fc.assert(
      fc.property(needed, fc.array(event, { maxLength: 30 }), (needs, events) => {
        const state = stateAfter(needs, events)
        if (state.phase !== 'closed' || state.outcome !== 'approved') return
        expect(new Set(state.by).size).toBe(needs)
      }),
    )
  })

  it('is not approved by one person who says yes again and again', () => {
    const yes: ApprovalEvent = { kind: 'approve', person: 'ada' }
    expect(stateAfter(2, [yes, yes, yes]).phase).toBe('open')
  })

  it('is denied by one no, whoever said yes before', () => {
    expect(
      stateAfter(2, [
        { kind: 'approve', person: 'ada' },
        { kind: 'deny', person: 'ada' },
      ]),
    ).toEqual({
      phase: 'closed',
      outcome: 'denied',
      by: ['ada'],
    })
  })

  it('is a no when time runs out, however many agreed', () => {
    expect(stateAfter(2, [{ kind: 'approve', person: 'ada' }, { kind: 'time-is-up' }])).toMatchObject({
      outcome: 'expired',
    })
  })

  it('needs one person at least, whatever it is told', () => {
    fc.assert(fc.property(fc.integer({ max: 0 }), (needs) => openApproval(needs).phase === 'open'))
    expect(stateAfter(0, [])).toMatchObject({ needed: 1 })
  })
})

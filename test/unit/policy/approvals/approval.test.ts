import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ApprovalEvent,
  type ApprovalState,
  isOver,
  nextApproval,
  openApproval,
  type StoredApprover,
} from '../../../../src-main/policy/approvals/approval.js'
import { forAll, times } from '../../../fixtures/properties.js'

const somebody = (id: string): StoredApprover => ({ id, name: id, kind: 'control' })
const person = fc.constantFrom('ada', 'ben', 'cho').map(somebody)
const yes = (id: string): ApprovalEvent => ({ kind: 'approve', person: somebody(id) })
const event: fc.Arbitrary<ApprovalEvent> = fc.oneof(
  { weight: 6, arbitrary: person.map((one): ApprovalEvent => ({ kind: 'approve', person: one })) },
  { weight: 1, arbitrary: person.map((one): ApprovalEvent => ({ kind: 'deny', person: one })) },
  { weight: 3, arbitrary: fc.constant<ApprovalEvent>({ kind: 'begin' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ApprovalEvent>(
      { kind: 'time-is-up' },
      { kind: 'caller-withdrew' },
      { kind: 'superseded' },
      { kind: 'restarted' },
      { kind: 'done' },
      { kind: 'failed', unknown: false },
    ),
  },
)
const needed = fc.integer({ min: 1, max: 4 })
const stateAfter = (needs: number, events: readonly ApprovalEvent[]): ApprovalState =>
  events.reduce(nextApproval, openApproval(needs))

/** Every state of a sequence, from the first to the last. */
function statesOf(needs: number, events: readonly ApprovalEvent[]): ApprovalState[] {
  let state = openApproval(needs)
  return [state, ...events.map((one) => (state = nextApproval(state, one)))]
}

describe('an approval', () => {
  it('begins at most once, and only after enough different approvers', () =>
    times(5_000).forAll(needed, fc.array(event, { maxLength: 40 }), (needs, events) => {
      const states = statesOf(needs, events)
      const begun = states.filter((state, at) => state.phase === 'executing' && states[at - 1]?.phase !== 'executing')
      expect(begun.length).toBeLessThanOrEqual(1)
      for (const state of begun) {
        expect('by' in state && new Set(state.by.map(({ id }) => id)).size).toBe(needs)
      }
    }))

  it('never begins after a denial, after its expiry, or after a restart', () => {
    const final = new Set(['deny', 'time-is-up', 'caller-withdrew', 'superseded', 'restarted'])
    times(5_000).forAll(needed, fc.array(event, { maxLength: 40 }), (needs, events) => {
      const states = statesOf(needs, events)
      const ended = events.findIndex(({ kind }, at) => final.has(kind) && states[at]?.phase === 'open')
      if (ended < 0) return
      for (const { phase } of states.slice(ended + 1)) expect(['executing', 'done']).not.toContain(phase)
    })
  })

  it('keeps its outcome, whatever follows', () =>
    forAll(needed, fc.array(event, { maxLength: 40 }), event, (needs, events, one) => {
      const state = stateAfter(needs, events)
      if (isOver(state)) expect(nextApproval(state, one)).toBe(state)
    }))

  it('is not approved by one person who approves repeatedly', () => {
    expect(stateAfter(2, [yes('ada'), yes('ada'), yes('ada')]).phase).toBe('open')
  })

  it('is denied by one denial, whoever approved before', () => {
    expect(stateAfter(2, [yes('ada'), { kind: 'deny', person: somebody('ada') }])).toEqual({
      phase: 'denied',
      by: [somebody('ada')],
    })
  })

  it('is denied when time runs out, however many approved', () => {
    expect(stateAfter(2, [yes('ada'), { kind: 'time-is-up' }]).phase).toBe('expired')
  })

  it('is denied when the program restarts before it began, and unknown when it had begun', () => {
    expect(stateAfter(1, [{ kind: 'restarted' }]).phase).toBe('expired')
    expect(stateAfter(1, [yes('ada'), { kind: 'restarted' }]).phase).toBe('expired')
    expect(stateAfter(1, [yes('ada'), { kind: 'begin' }, { kind: 'restarted' }])).toMatchObject({
      phase: 'failed',
      unknown: true,
    })
  })

  it('needs one approver at least, for any input', () => {
    forAll(fc.integer({ max: 0 }), (needs) => openApproval(needs).phase === 'open')
    expect(stateAfter(0, [])).toMatchObject({ needed: 1 })
  })
})

describe('the viewers of a stream', () => {
  const viewers = fc
    .constantFrom('audience', 'audience 2')
    .map((id): StoredApprover => ({ ...somebody(id), kind: 'audience' }))
  const ofViewers = fc.record({ kind: fc.constantFrom('approve' as const, 'deny' as const), person: viewers })
  const mixed = fc.array(fc.oneof({ weight: 3, arbitrary: ofViewers }, { weight: 4, arbitrary: event }), {
    maxLength: 40,
  })

  it('never complete a request that no person agreed to, and count once', () =>
    times(5_000).forAll(needed, mixed, (needs, events) => {
      for (const state of statesOf(needs, events)) {
        if (state.phase !== 'approved') continue
        const people = state.by.filter(({ kind }) => kind !== 'audience')
        expect(people.length).toBeGreaterThanOrEqual(Math.max(1, needs - 1))
        expect(state.by.length - people.length).toBeLessThanOrEqual(needs > 1 ? 1 : 0)
      }
    }))

  it('change nothing where one person decides', () =>
    forAll(fc.array(event), fc.array(ofViewers), (before, votes) => {
      const state = stateAfter(1, before)
      expect(votes.reduce<ApprovalState>(nextApproval, state)).toBe(state)
    }))

  it('deny nothing', () =>
    forAll(needed, mixed, (needs, events) => {
      const denials = statesOf(needs, events).filter(({ phase }) => phase === 'denied')
      for (const state of denials) expect('by' in state && state.by.every(({ kind }) => kind !== 'audience')).toBe(true)
    }))

  it('do not order a command', () =>
    expect(openApproval(2, { ...somebody('a'), kind: 'audience' })).toMatchObject({ agreed: [] }))
})

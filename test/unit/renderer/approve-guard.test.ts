import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ApproveGuard,
  afterEvent,
  closedGuard,
  type GuardEvent,
  mayApprove,
  waitToApprove,
} from '../../../src-renderer/features/approvals/pop-up/approve-guard.js'

const run = (...events: readonly (readonly [at: number, event: GuardEvent])[]): ApproveGuard =>
  events.reduce((guard, [at, event]) => afterEvent(guard, event, at), closedGuard)

const shown: GuardEvent = { kind: 'visibility', visible: true }
const hidden: GuardEvent = { kind: 'visibility', visible: false }
const focus: GuardEvent = { kind: 'focus' }
const blur: GuardEvent = { kind: 'blur' }
const asks = (id: string | undefined): GuardEvent => ({ kind: 'question', id })

describe('the approve guard', () => {
  it('approves nothing before it has been shown a question', () => {
    expect(mayApprove(closedGuard, 'a', 1e9)).toBe(false)
    expect(mayApprove(run([0, focus], [0, shown]), 'a', 1e9)).toBe(false)
  })

  it('waits a second after the page becomes visible', () => {
    const guard = run([0, focus], [0, asks('a')], [5_000, shown])
    expect(mayApprove(guard, 'a', 5_999)).toBe(false)
    expect(mayApprove(guard, 'a', 6_000)).toBe(true)
  })

  it('waits a second after every focus', () => {
    const guard = run([0, shown], [0, asks('a')], [9_000, focus])
    expect(waitToApprove(guard, 'a', 9_400)).toBe(600)
    expect(mayApprove(guard, 'a', 10_000)).toBe(true)
    expect(mayApprove(afterEvent(guard, focus, 10_000), 'a', 10_500)).toBe(false)
  })

  it('approves nothing before a person has focused it, however long it is visible', () => {
    const guard = run([0, shown], [0, asks('a')], [250, { kind: 'reported', id: 'a' }])
    expect(waitToApprove(guard, 'a', 60_000)).toBeUndefined()
    expect(mayApprove(afterEvent(guard, focus, 60_000), 'a', 60_000)).toBe(false)
    expect(mayApprove(afterEvent(guard, focus, 60_000), 'a', 61_000)).toBe(true)
  })

  it('is locked again when it loses the focus', () => {
    const guard = run([0, shown], [0, asks('a')], [0, focus], [5_000, blur])
    expect(waitToApprove(guard, 'a', 1e9)).toBeUndefined()
    expect(afterEvent(guard, blur, 6_000)).toBe(guard)
  })

  it('waits a second after the question changes, and never approves the previous one', () => {
    const guard = run([0, focus], [0, shown], [0, asks('a')], [5_000, asks('b')])
    expect(mayApprove(guard, 'b', 5_999)).toBe(false)
    expect(mayApprove(guard, 'b', 6_000)).toBe(true)
    expect(mayApprove(guard, 'a', 1e9)).toBe(false)
  })

  it('waits a second after the question was painted and main was notified', () => {
    const guard = run([0, focus], [0, shown], [0, asks('a')], [250, { kind: 'reported', id: 'a' }])
    expect(mayApprove(guard, 'a', 1_249)).toBe(false)
    expect(mayApprove(guard, 'a', 1_250)).toBe(true)
    expect(afterEvent(guard, { kind: 'reported', id: 'b' }, 1_250)).toBe(guard)
  })

  it('does not restart when the same question is drawn again', () => {
    const guard = run([0, shown], [0, asks('a')])
    expect(afterEvent(guard, asks('a'), 900)).toBe(guard)
    expect(afterEvent(guard, shown, 900)).toBe(guard)
  })

  it('approves nothing while the page is hidden', () => {
    expect(waitToApprove(run([0, focus], [0, shown], [0, asks('a')], [2_000, hidden]), 'a', 1e9)).toBeUndefined()
  })

  it('always waits at least a second after the last change', () => {
    const event = fc.oneof(
      fc.constantFrom(shown, hidden, focus, blur),
      fc.constantFrom('a', 'b', undefined).map((id) => asks(id)),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3_000), event)), fc.nat(999), (steps, soon) => {
        let at = 0
        let guard = closedGuard
        for (const [pause, each] of steps) {
          at += pause
          const next = afterEvent(guard, each, at)
          if (next !== guard) {
            for (const id of ['a', 'b']) expect(mayApprove(next, id, at + soon)).toBe(false)
          }
          guard = next
        }
      }),
    )
  })
})

describe('a button that has just changed', () => {
  const open = [
    { kind: 'visibility', visible: true },
    { kind: 'question', id: 'q' },
    { kind: 'focus' },
  ] as const satisfies readonly GuardEvent[]
  const opened = open.reduce<ApproveGuard>((guard, event) => afterEvent(guard, event, 0), closedGuard)

  it('ignores clicks for 600 ms, and stays drawn as ready', () => {
    const changed = afterEvent(opened, { kind: 'label' }, 5_000)
    expect(waitToApprove(changed, 'q', 5_000)).toBe(0)
    expect(mayApprove(changed, 'q', 5_599)).toBe(false)
    expect(mayApprove(changed, 'q', 5_600)).toBe(true)
  })

  it('restarts the 600 ms with each change', () => {
    const changed = afterEvent(afterEvent(opened, { kind: 'label' }, 5_000), { kind: 'label' }, 5_500)
    expect(mayApprove(changed, 'q', 5_700)).toBe(false)
    expect(mayApprove(changed, 'q', 6_100)).toBe(true)
  })
})

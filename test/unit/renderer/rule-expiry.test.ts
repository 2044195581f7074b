import { describe, expect, it } from 'vitest'
import { endOf, expiriesFor } from '../../../src-renderer/features/approvals/rules/expiry.js'
import { refetchOnChange } from '../../../src-renderer/state/refetch.js'
import { agoOf, untilOf } from '../../../src-renderer/ui/time/relative-time.js'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()

describe('the end of a rule', () => {
  it('is a duration from now, or none', () => {
    expect(endOf('hour', now)).toBe(inHours(1))
    expect(endOf('never', now)).toBeNull()
  })

  it('can only become earlier for a rule that allows', () => {
    expect(expiriesFor({ effect: 'allow' }, now)).toEqual(['hour', 'day', 'week'])
    expect(expiriesFor({ effect: 'allow', expiresAt: inHours(2) }, now)).toEqual(['hour'])
    expect(expiriesFor({ effect: 'allow', expiresAt: inHours(0.5) }, now)).toEqual([])
    expect(expiriesFor({ effect: 'deny', expiresAt: inHours(0.5) }, now)).toContain('never')
  })

  it('is shown as future or past', () => {
    expect(untilOf(inHours(2.5), now, 'en')).toBe('in 2 hours')
    expect(untilOf(inHours(-1), now, 'en')).toBe('this minute')
    expect(agoOf(inHours(-25), now, 'en')).toBe('yesterday')
  })
})

describe('a list that is pushed without data', () => {
  const follow = () => {
    const answers: ((value: number) => void)[] = []
    const reported: number[] = []
    let change = () => {}
    const end = refetchOnChange<number>(
      (listener) => {
        change = listener
        return () => {}
      },
      () => new Promise((resolve) => answers.push(resolve)),
    )((value) => reported.push(value))
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    return { answers, reported, end, settle, change: () => change() }
  }

  it('is read once more when it changes while it is read, and not once for each change', async () => {
    const list = follow()
    list.change()
    list.change()
    list.change()
    expect(list.answers).toHaveLength(1)
    list.answers[0]?.(1)
    await list.settle()
    expect(list.answers).toHaveLength(2)
    list.answers[1]?.(2)
    await list.settle()
    expect(list.reported).toEqual([1, 2])
    expect(list.answers).toHaveLength(2)
  })

  it('sends nothing once it has no subscriber', async () => {
    const list = follow()
    list.change()
    list.end()
    list.answers[0]?.(1)
    await list.settle()
    expect(list.reported).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { shownOf, waiting } from '../../../src-renderer/features/approvals/question-queue.js'
import { askTime } from '../../fakes/renderer/example-data.js'

const ask = (id: string, second: number) => askTime(0, { id, askedAt: new Date(second * 1_000).toISOString() })
const ids = (queue: readonly { readonly id: string }[]) => queue.map(({ id }) => id)

describe('the queue of questions', () => {
  const queue = waiting([ask('c', 3), ask('a', 1), ask('b', 2)])

  it('puts the oldest first', () => expect(ids(queue)).toEqual(['a', 'b', 'c']))
  it('omits questions that were answered here', () => {
    expect(ids(waiting(queue, new Set(['a'])))).toEqual(['b', 'c'])
  })
  it('begins with the oldest', () => expect(shownOf(queue, undefined).question?.id).toBe('a'))
  it('begins with the hinted one when it is open', () => expect(shownOf(queue, 'b')).toMatchObject({ index: 1 }))
  it('ignores a hint that names no open question', () => expect(shownOf(queue, 'gone').index).toBe(0))
  it('keeps the question that is being read when an older one arrives', () => {
    expect(shownOf(waiting([...queue, ask('older', 0)]), 'b').question?.id).toBe('b')
  })
  it('shows nothing when nothing is open', () => expect(shownOf([], 'a').question).toBeUndefined())
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurns } from '../../../src-main/compose/http.js'

it('what the first request of a consumer loads and compiles takes a turn of the event loop for each part, and others run between them', async () => {
  const order: string[] = []
  let isEnding = false
  const other = async () => {
    while (!isEnding) {
      order.push('other')
      await nextTurn()
    }
  }
  const others = other()
  await inTurns(['one', 'two', 'three'].map((part) => () => order.push(part)))
  isEnding = true
  await others
  const parts = order.filter((what) => what !== 'other')
  expect(parts).toEqual(['one', 'two', 'three'])
  for (const [at, what] of order.entries()) if (what !== 'other') expect(order[at + 1]).toBe('other')
})

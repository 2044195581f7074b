import { describe, expect, it } from 'vitest'
import { FrameTurns } from '../../../src-main/providers/agent/frame-turns.js'

function turns() {
  const later: (() => void)[] = []
  const done: number[] = []
  const waits: boolean[] = []
  let now = 0
  const frames = new FrameTurns({
    now: () => now,
    nextTurn: (work) => later.push(work),
    onWaiting: (waiting) => waits.push(waiting),
  })
  return {
    done,
    waits,
    frames,
    frame: (number: number, milliseconds = 0) =>
      frames.run(() => {
        now += milliseconds
        done.push(number)
      }),
    nextTurn: () => later.shift()?.(),
    scheduled: () => later.length,
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('frames of an agent', () => {
  it('are handled at once while they are cheap', () => {
    const { frame, done, waits } = turns()
    for (const number of numbers(20)) frame(number)
    expect([done, waits]).toEqual([numbers(20), []])
  })

  it('wait for the next turn, in order, once one turn has taken long enough', () => {
    const { frame, done, waits, nextTurn } = turns()
    frame(0, 5)
    frame(1, 5)
    frame(2)
    expect([done, waits]).toEqual([[0], [true]])
    nextTurn()
    expect([done, waits]).toEqual([[0, 1], [true]])
    nextTurn()
    expect([done, waits]).toEqual([
      [0, 1, 2],
      [true, false],
    ])
  })

  it('are at most 32 in a turn, however cheap', () => {
    const { frame, done, nextTurn, scheduled } = turns()
    for (const number of numbers(70)) frame(number)
    expect(done).toHaveLength(32)
    nextTurn()
    expect(done).toHaveLength(64)
    nextTurn()
    expect(done).toEqual(numbers(70))
    nextTurn()
    expect(scheduled()).toBe(0)
  })

  it('that arrive in the next turn do not overtake those that wait', () => {
    const { frame, done, nextTurn } = turns()
    frame(0, 5)
    frame(1, 5)
    frame(2, 5)
    nextTurn()
    frame(3)
    nextTurn()
    nextTurn()
    expect(done).toEqual([0, 1, 2, 3])
  })

  it('are dropped where the connection has closed', () => {
    const { frame, frames, done, nextTurn } = turns()
    frame(0, 5)
    frame(1)
    frames.clear()
    nextTurn()
    expect(done).toEqual([0])
  })
})

import { FairTurns, Slices } from '@shared/turns.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../fixtures/properties.js'

function turns() {
  const later: (() => void)[] = []
  const done: number[] = []
  const waits: boolean[] = []
  let now = 0
  const frames = new FairTurns({
    most: 32,
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

describe('the work of one client', () => {
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

describe('the work of several clients', () => {
  function clients() {
    let now = 0
    const turns: (() => void)[] = []
    const queue = new FairTurns({ now: () => now, nextTurn: (work) => turns.push(work), milliseconds: 8 })
    const done: string[] = []
    const ask = (client: string, milliseconds: number) =>
      queue.run(() => {
        now += milliseconds
        done.push(client)
      }, client)
    const turn = () => {
      for (const work of turns.splice(0)) work()
    }
    return { ask, turn, done, clock: () => now, waits: () => turns.length > 0 }
  }

  it('runs at once what fits the time slice, and the rest in the next', () => {
    const { ask, turn, done } = clients()
    for (let at = 0; at < 4; at++) ask('a', 4)
    expect(done).toHaveLength(2)
    turn()
    expect(done).toHaveLength(4)
  })

  it('runs clients in turns: one with much work does not block the next one', () => {
    const { ask, turn, done } = clients()
    for (let at = 0; at < 100; at++) ask('greedy', 8)
    ask('good', 1)
    for (let at = 0; at < 3; at++) turn()
    expect(done).toContain('good')
    expect(done.length).toBeLessThan(6)
  })

  it('runs every task once, in the order of each client, and not much more than a slice in a turn', () => {
    const work = fc.record({ client: fc.constantFrom('a', 'b', 'c'), milliseconds: fc.integer({ min: 0, max: 5 }) })
    forAll(fc.array(work, { maxLength: 60 }), (works) => {
      const { ask, turn, done, clock, waits } = clients()
      for (const { client, milliseconds } of works) ask(client, milliseconds)
      for (let at = 0; waits() && at < 500; at++) {
        const from = clock()
        turn()
        expect(clock() - from).toBeLessThan(8 + 5)
      }
      expect(waits()).toBe(false)
      expect([...done].sort()).toEqual(works.map(({ client }) => client).sort())
    })
  })
})

it.each([
  ['whose last piece is the last of a turn', new Array<number>(64).fill(0)],
  ['whose last piece is slow', [0, ...new Array<number>(40).fill(0), 20]],
  ['that fit one turn', [0, 1]],
])('whoever is notified whether work is queued learns of the end of pieces %s', (_which, pieces) => {
  let [now, waits, done] = [0, false, 0]
  const turns: (() => void)[] = []
  const queue = new FairTurns({
    now: () => now,
    nextTurn: (work) => turns.push(work),
    most: 32,
    onWaiting: (queued) => {
      waits = queued
    },
  })
  for (const milliseconds of pieces) {
    queue.run(() => {
      now += milliseconds
      done += 1
    })
  }
  expect(waits).toBe(pieces.length > 32)
  for (const turn of turns) turn()
  expect([done, waits]).toEqual([pieces.length, false])
})

describe('a long loop', () => {
  /** Number of turns of the event loop that pass while pieces of so many milliseconds are done. */
  async function turnsOf(pieces: readonly number[], most?: number): Promise<number> {
    let now = 0
    let [passed, isDone] = [0, false]
    const count = () => {
      passed += 1
      if (!isDone) setImmediate(count)
    }
    const slices = new Slices(most, () => now)
    setImmediate(count)
    for (const milliseconds of pieces) {
      now += milliseconds
      await slices.rest()
    }
    isDone = true
    return passed
  }

  it('waits for the event loop after each slice of time', async () => {
    expect(await turnsOf(new Array(10).fill(0.1))).toBe(0)
    expect(await turnsOf(new Array(10).fill(5))).toBe(10)
    expect(await turnsOf(new Array(100).fill(1))).toBe(25)
  })

  it('waits for it after so many pieces, however short', async () => {
    expect(await turnsOf(new Array(100).fill(0), 10)).toBe(10)
  })

  it('runs all steps of a generator, and returns its result', async () => {
    function* steps() {
      yield 1
      yield 2
      return 'done'
    }
    expect(await new Slices().finish(steps())).toBe('done')
  })
})

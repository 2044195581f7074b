import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairScheduler } from '../../../src-main/http/fair-scheduler.js'

function slicesUnderTest() {
  let now = 0
  const turns: (() => void)[] = []
  const slices = new FairScheduler(
    () => now,
    (work) => turns.push(work),
  )
  const done: string[] = []
  const ask = (client: string, milliseconds: number) =>
    slices.run(client, () => {
      now += milliseconds
      done.push(client)
    })
  const turn = () => {
    for (const work of turns.splice(0)) work()
  }
  return { ask, turn, done, clock: () => now, waits: () => turns.length > 0 }
}

it('runs at once what fits the time slice, and the rest in the next', () => {
  const { ask, turn, done } = slicesUnderTest()
  for (let at = 0; at < 4; at++) ask('a', 4)
  expect(done).toHaveLength(2)
  turn()
  expect(done).toHaveLength(4)
})

it('runs clients in turns: one with much work does not block the next one', () => {
  const { ask, turn, done } = slicesUnderTest()
  for (let at = 0; at < 100; at++) ask('greedy', 8)
  ask('good', 1)
  for (let at = 0; at < 3; at++) turn()
  expect(done).toContain('good')
  expect(done.length).toBeLessThan(6)
})

it('runs every task once, in the order of each client, and not much more than a slice in a turn', () => {
  const work = fc.record({ client: fc.constantFrom('a', 'b', 'c'), milliseconds: fc.integer({ min: 0, max: 5 }) })
  fc.assert(
    fc.property(fc.array(work, { maxLength: 60 }), (works) => {
      const { ask, turn, done, clock, waits } = slicesUnderTest()
      for (const { client, milliseconds } of works) ask(client, milliseconds)
      for (let at = 0; waits() && at < 500; at++) {
        const from = clock()
        turn()
        expect(clock() - from).toBeLessThan(8 + 5)
      }
      expect(waits()).toBe(false)
      expect([...done].sort()).toEqual(works.map(({ client }) => client).sort())
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Quota } from '../../../src-main/network/quota.js'
import { forAll } from '../../fixtures/properties.js'

describe('a quota', () => {
  it('is per client: a client that uses all of it leaves that of the others', () => {
    const shares = new Quota({ each: 2, all: 4 })
    expect([shares.reserve('a'), shares.reserve('a'), shares.reserve('a')]).toEqual(['free', 'free', 'own-share-taken'])
    expect([shares.reserve('b'), shares.reserve('b'), shares.reserve('c')]).toEqual(['free', 'free', 'all-taken'])
    shares.release('a')
    expect(shares.reserve('c')).toBe('free')
  })

  it('of the bridge is four times as large: many programs use it', () => {
    const shares = new Quota({ each: 2, all: 20 })
    expect(shares.reserve('bridge', 8)).toBe('free')
    expect(shares.reserve('bridge')).toBe('own-share-taken')
  })

  it('is never exceeded, nor the total, in any sequence', () => {
    const step = fc.record({
      client: fc.constantFrom('a', 'b', 'c'),
      amount: fc.integer({ min: 1, max: 4 }),
      gives: fc.boolean(),
    })
    forAll(fc.array(step), (steps) => {
      const shares = new Quota({ each: 5, all: 8 })
      const taken: { client: string; amount: number }[] = []
      const sum = (of: typeof taken) => of.reduce((all, { amount }) => all + amount, 0)
      for (const { client, amount, gives } of steps) {
        const last = gives ? taken.pop() : undefined
        if (last) shares.release(last.client, last.amount)
        const own = sum(taken.filter((one) => one.client === client))
        const room = own + amount > 5 ? 'own-share-taken' : sum(taken) + amount > 8 ? 'all-taken' : 'free'
        expect(shares.reserve(client, amount)).toBe(room)
        if (room === 'free') taken.push({ client, amount })
      }
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Shares } from '../../../src-main/network/shares.js'

describe('a share', () => {
  it('is a client’s own: who has taken all of it leaves that of the others', () => {
    const shares = new Shares({ each: 2, all: 4 })
    expect([shares.take('a'), shares.take('a'), shares.take('a')]).toEqual(['free', 'free', 'own-share-taken'])
    expect([shares.take('b'), shares.take('b'), shares.take('c')]).toEqual(['free', 'free', 'all-taken'])
    shares.giveBack('a')
    expect(shares.take('c')).toBe('free')
  })

  it('of the bridge is four times as large: many programs stand behind it', () => {
    const shares = new Shares({ each: 2, all: 20 })
    expect(shares.take('bridge', 8)).toBe('free')
    expect(shares.take('bridge')).toBe('own-share-taken')
  })

  it('is never exceeded, nor the whole, whatever is taken and given back', () => {
    const step = fc.record({
      client: fc.constantFrom('a', 'b', 'c'),
      amount: fc.integer({ min: 1, max: 4 }),
      gives: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const shares = new Shares({ each: 5, all: 8 })
        const taken: { client: string; amount: number }[] = []
        const sum = (of: typeof taken) => of.reduce((all, { amount }) => all + amount, 0)
        for (const { client, amount, gives } of steps) {
          const last = gives ? taken.pop() : undefined
          if (last) shares.giveBack(last.client, last.amount)
          const own = sum(taken.filter((one) => one.client === client))
          const room = own + amount > 5 ? 'own-share-taken' : sum(taken) + amount > 8 ? 'all-taken' : 'free'
          expect(shares.take(client, amount)).toBe(room)
          if (room === 'free') taken.push({ client, amount })
        }
      }),
    )
  })
})

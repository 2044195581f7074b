import type { OverlayCall, OverlayCard } from '@shared/features/overlay.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atMoment, leavingMs, type StandingCard, withCard, withoutCard } from '../../../src-overlay/cards.js'
import { forAll } from '../../fixtures/properties.js'

const look = { seconds: 5, most: 3 }
const join = (id: string): OverlayCard => ({ kind: 'join', id, player: 'Alex', server: 'Survival' })
const call = (id: string, state: OverlayCall['state']): OverlayCard => ({
  kind: 'call',
  id,
  caller: { name: 'Claude' },
  capabilityId: 'world.time.set',
  arguments: {},
  state,
  asked: true,
})
const staying = (standing: readonly StandingCard[]) =>
  standing.filter(({ leaving }) => !leaving).map(({ card }) => card.id)

describe('cards of the overlay', () => {
  it('expire after their time, and are removed after their animation', () => {
    const one = withCard([], join('a'), 0)
    expect(atMoment(one, look, 4_999)).toBe(one)
    const leaving = atMoment(one, look, 5_000)
    expect(leaving).toMatchObject([{ leaving: true }])
    expect(atMoment(leaving, look, 5_000 + leavingMs)).toEqual([])
  })

  it('stay while a request waits, and show its outcome in the same position', () => {
    let standing = withCard(withCard([], call('q', 'waiting'), 0), join('a'), 10)
    standing = atMoment(standing, look, 60_000)
    expect(staying(standing)).toEqual(['q'])
    standing = withCard(standing, call('q', 'done'), 60_000)
    expect(standing.map(({ card }) => card.id)).toEqual(['q', 'a'])
    expect(staying(atMoment(standing, look, 65_000))).toEqual([])
  })

  it('are removed when the outcome is hidden', () => {
    expect(withoutCard(withCard([], call('q', 'waiting'), 0), 'q', 5)).toMatchObject([{ leaving: true, since: 5 }])
  })

  it('are evicted by newer ones, those that wait last of all', () => {
    const all = [call('q', 'waiting'), join('a'), join('b'), join('c')].reduce(
      (standing: readonly StandingCard[], card, at) => withCard(standing, card, at),
      [],
    )
    expect(staying(atMoment(all, look, 10))).toEqual(['q', 'b', 'c'])
  })

  it('never exceed the configured number', () => {
    const anyCard = fc.oneof(
      fc.integer({ max: 20 }).map((id) => join(`${id}`)),
      fc
        .tuple(fc.integer({ max: 20 }), fc.constantFrom('waiting', 'done', 'denied'))
        .map(([id, state]) => call(`${id}`, state as 'done')),
    )
    forAll(fc.array(anyCard, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (cards, most) => {
      let standing: readonly StandingCard[] = []
      cards.forEach((card, at) => {
        standing = atMoment(withCard(standing, card, at * 100), { seconds: 5, most }, at * 100)
        expect(staying(standing).length).toBeLessThanOrEqual(most)
        expect(new Set(standing.map((one) => one.card.id)).size).toBe(standing.length)
      })
    })
  })
})

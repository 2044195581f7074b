import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { abandonedMs, type PooledSession, SessionPool } from '../../../../src-main/network/http/session-pool.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { forAll } from '../../../fixtures/properties.js'

interface Named extends PooledSession {
  readonly name: string
  isIdle: boolean
}

let clock: FakeClock
let places: SessionPool<Named>
let evicted: string[]
beforeEach(() => {
  clock = new FakeClock()
  places = new SessionPool(clock, { each: 3, all: 5 })
  evicted = []
})

const sessionOf = (clientId: string, name: string): Named => ({ clientId, name, isIdle: true })
const take = (session: Named) => places.take(session.name, session, ({ name }) => evicted.push(name))
const fill = (clientId: string, ...names: string[]) =>
  names.map((name) => {
    const session = sessionOf(clientId, name)
    expect(take(session)).toBe('free')
    return session
  })

describe('a session', () => {
  it('evicts the least recently used one of the same client', () => {
    fill('good', 'g1')
    fill('evil', 'e1', 'e2', 'e3')
    places.use('e1', 'evil')
    fill('evil', 'e4', 'e5')
    expect(evicted).toEqual(['e2', 'e3'])
    expect(places.use('g1', 'good')).toBeDefined()
  })

  it('with a pending request is not evicted: where all have one, the new session is refused', () => {
    const [first, second, third] = fill('evil', 'e1', 'e2', 'e3')
    for (const session of [first, second, third]) if (session) session.isIdle = false
    expect(take(sessionOf('evil', 'e4'))).toBe('own-share-taken')
    if (third) third.isIdle = true
    expect(take(sessionOf('evil', 'e4'))).toBe('free')
    expect(evicted).toEqual(['e3'])
  })

  it('is not evicted for another client: in a full pool the new session is refused', () => {
    fill('evil', 'e1', 'e2', 'e3')
    fill('other', 'o1', 'o2')
    expect(take(sessionOf('good', 'g1'))).toBe('all-taken')
    expect(evicted).toEqual([])
  })

  it('that is idle for an hour may be evicted for any client', async () => {
    fill('evil', 'e1', 'e2', 'e3')
    fill('other', 'o1', 'o2')
    await clock.advance(abandonedMs - 1)
    places.use('e1', 'evil')
    expect(take(sessionOf('good', 'g1'))).toBe('all-taken')
    await clock.advance(1)
    expect(take(sessionOf('good', 'g1'))).toBe('free')
    expect(evicted).toEqual(['e2'])
  })

  it('is visible and usable to its own client alone', () => {
    fill('good', 'g1', 'g2', 'g3')
    expect(places.use('g1', 'evil')).toBeUndefined()
    fill('good', 'g4')
    expect(evicted).toEqual(['g1'])
  })

  it('is never evicted by another client within the hour, for any sequence', () => {
    const step = fc.record({
      client: fc.constantFrom('a', 'b', 'c'),
      busy: fc.boolean(),
      what: fc.constantFrom('come', 'come', 'come', 'use', 'leave'),
      which: fc.nat(20),
    })
    forAll(fc.array(step, { maxLength: 60 }), (steps) => {
      const pool = new SessionPool<Named>(new FakeClock(), { each: 3, all: 5 })
      const here = new Map<string, Named>()
      steps.forEach(({ client, busy, what, which }, number) => {
        const [name] = [...here.keys()].slice(which % Math.max(1, here.size))
        if (what === 'leave' && name !== undefined) {
          pool.leave(name)
          here.delete(name)
        }
        if (what === 'use' && name !== undefined) pool.use(name, client)
        if (what !== 'come') return
        const session = { ...sessionOf(client, `${number}`), isIdle: !busy }
        const room = pool.take(session.name, session, (gone) => {
          expect([gone.clientId, gone.isIdle]).toEqual([client, true])
          here.delete(gone.name)
        })
        if (room === 'free') here.set(session.name, session)
        const own = [...here.values()].filter(({ clientId }) => clientId === client)
        expect(own.length).toBeLessThanOrEqual(3)
        expect(here.size).toBeLessThanOrEqual(5)
        expect(pool.all()).toHaveLength(here.size)
      })
    })
  })
})

import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Guest } from '../../../src-main/contract/connection.js'
import { Guests, keptGuests } from '../../../src-main/gateway/guests.js'
import { FakeClock } from '../../fakes/fake-clock.js'

const scene = () => {
  const clock = new FakeClock()
  const guests = new Guests(clock)
  const reported: (readonly Guest[])[] = []
  guests.onDidChange((there) => reported.push(there))
  return { clock, guests, reported }
}
const claude = { clientId: 'bridge', says: 'claude-ai' }

describe('who is at the door', () => {
  it('is there while something of theirs is open, and a minute longer', async () => {
    const { clock, guests } = scene()
    const stream = new EventEmitter()
    guests.came(claude, stream)
    await clock.advance(3_600_000)
    expect(guests.all()).toMatchObject([{ ...claude, connected: true }])
    stream.emit('close')
    await clock.advance(59_000)
    expect(guests.all()).toMatchObject([{ connected: true }])
    await clock.advance(2_000)
    expect(guests.all()).toMatchObject([{ connected: false }])
  })

  it('is told when somebody comes and when they are gone, not with every request', async () => {
    const { clock, guests, reported } = scene()
    for (let request = 0; request < 20; request += 1) {
      const thing = new EventEmitter()
      guests.came(claude, thing)
      thing.emit('close')
      await clock.advance(10)
    }
    await clock.advance(1_000)
    expect(reported.length).toBeLessThanOrEqual(2)
    await clock.advance(120_000)
    expect(reported.at(-1)).toMatchObject([{ connected: false }])
    guests.close()
    guests.came(claude, new EventEmitter())
    const before = reported.length
    await clock.advance(120_000)
    expect(reported.length).toBe(before)
  })

  it('tells apart programs behind one key, and forgets those that are away first', async () => {
    const { clock, guests } = scene()
    const open = new EventEmitter()
    guests.came(claude, open)
    for (let name = 0; name < 2 * keptGuests; name += 1) {
      const thing = new EventEmitter()
      guests.came({ clientId: 'bridge', says: `program ${name}` }, thing)
      thing.emit('close')
      await clock.advance(61_000)
    }
    const kept = guests.all()
    expect(kept.length).toBe(keptGuests)
    expect(kept.find(({ says }) => says === 'claude-ai')?.connected).toBe(true)
  })
})

import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Guest } from '../../../src-main/contract/connection.js'
import { keptGuests, Presence } from '../../../src-main/gateway/presence.js'
import { FakeClock } from '../../fakes/fake-clock.js'

const scene = () => {
  const clock = new FakeClock()
  const presence = new Presence(clock)
  const told: (readonly Guest[])[] = []
  presence.onDidChange((guests) => told.push(guests))
  return { clock, presence, told }
}
const claude = { clientId: 'bridge', says: 'claude-ai' }

describe('who is at the door', () => {
  it('is there while something of theirs is open, and a minute longer', async () => {
    const { clock, presence } = scene()
    const stream = new EventEmitter()
    presence.came(claude, stream)
    await clock.advance(3_600_000)
    expect(presence.guests()).toMatchObject([{ ...claude, connected: true }])
    stream.emit('close')
    await clock.advance(59_000)
    expect(presence.guests()).toMatchObject([{ connected: true }])
    await clock.advance(2_000)
    expect(presence.guests()).toMatchObject([{ connected: false }])
  })

  it('is told when somebody comes and when they are gone, not with every request', async () => {
    const { clock, presence, told } = scene()
    for (let request = 0; request < 20; request += 1) {
      const thing = new EventEmitter()
      presence.came(claude, thing)
      thing.emit('close')
      await clock.advance(10)
    }
    await clock.advance(1_000)
    expect(told.length).toBeLessThanOrEqual(2)
    await clock.advance(120_000)
    expect(told.at(-1)).toMatchObject([{ connected: false }])
    presence.close()
    presence.came(claude, new EventEmitter())
    const before = told.length
    await clock.advance(120_000)
    expect(told.length).toBe(before)
  })

  it('tells apart programs behind one key, and forgets those that are away first', async () => {
    const { clock, presence } = scene()
    const open = new EventEmitter()
    presence.came(claude, open)
    for (let name = 0; name < 2 * keptGuests; name += 1) {
      const thing = new EventEmitter()
      presence.came({ clientId: 'bridge', says: `program ${name}` }, thing)
      thing.emit('close')
      await clock.advance(61_000)
    }
    const guests = presence.guests()
    expect(guests.length).toBe(keptGuests)
    expect(guests.find(({ says }) => says === 'claude-ai')?.connected).toBe(true)
  })
})

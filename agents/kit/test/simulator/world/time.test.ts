import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SimulatedWorld } from '../../../../../test/fakes/simulated-world.js'
import { phaseOf } from '../../../simulator/world/time.js'

describe('the time of the world', () => {
  it('runs at twenty ticks a second', async () => {
    const { world, clock } = new SimulatedWorld()
    const before = world.time.fullTime
    await clock.advance(10_000)
    expect(world.time.fullTime).toBe(before + 200)
  })

  it('is what it was set to, and continues from there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 24_000 }), fc.nat(100_000_000), async (time, passed) => {
        const { world, clock } = new SimulatedWorld()
        await clock.advance(passed)
        expect(world.time.setTimeOfDay(time).previousTime).toBeGreaterThanOrEqual(0)
        expect(world.time.read().time).toBe(time % 24_000)
        await clock.advance(50)
        expect(world.time.read().time).toBe((time + 1) % 24_000)
      }),
      { numRuns: 50 },
    )
  })

  it('stays on the day it is when it is set', () => {
    const { time } = new SimulatedWorld().world
    const { day } = time.read()
    time.setTimeOfDay(13_000)
    expect(time.read().day).toBe(day)
  })

  it('stands still while doDaylightCycle is off, and continues where it stood', async () => {
    const { world, clock } = new SimulatedWorld()
    world.rules.set('doDaylightCycle', false)
    const stood = world.time.fullTime
    await clock.advance(60_000)
    expect(world.time.fullTime).toBe(stood)
    world.rules.set('doDaylightCycle', true)
    await clock.advance(50)
    expect(world.time.fullTime).toBe(stood + 1)
  })

  it.each([
    [0, 'dawn'],
    [999, 'dawn'],
    [1_000, 'day'],
    [11_999, 'day'],
    [12_000, 'dusk'],
    [13_000, 'night'],
    [22_999, 'night'],
    [23_000, 'dawn'],
  ])('at tick %d is %s', (time, phase) => expect(phaseOf(time)).toBe(phase))
})

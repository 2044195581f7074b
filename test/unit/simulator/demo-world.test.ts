import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coreCatalogue } from '../../../src-main/contract/core-catalogue.js'
import { DemoWorld, phaseOf } from '../../../src-main/simulator/demo-world.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'

function worldAt(): { world: DemoWorld; pass: (milliseconds: number) => void } {
  let now = 0
  return {
    world: new DemoWorld(() => now),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}
const place = { world: 'world', x: 1, y: 70, z: -3, yaw: 0, pitch: 0 }

describe('the demo world', () => {
  it('runs at twenty ticks a second', () => {
    const { world, pass } = worldAt()
    const before = world.time('world').fullTime
    pass(10_000)
    expect(world.time('world').fullTime).toBe(before + 200)
  })

  it('has the time it was set to, and goes on from there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24_000 }), fc.nat(100_000_000), (time, passed) => {
        const { world, pass } = worldAt()
        pass(passed)
        const { previousTime } = world.setTime('world', time)
        expect(previousTime).toBeGreaterThanOrEqual(0)
        expect(world.time('world').time).toBe(time % 24_000)
        pass(50)
        expect(world.time('world').time).toBe((time + 1) % 24_000)
      }),
    )
  })

  it('stays on the day it is when the time is set', () => {
    const { world } = worldAt()
    const { day } = world.time('world')
    world.setTime('world', 13_000)
    expect(world.time('world').day).toBe(day)
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
  ])('calls tick %d %s', (time, phase) => expect(phaseOf(time)).toBe(phase))

  it('moves a player and says from where to where', () => {
    const { world } = worldAt()
    const { location } = world.info('Steve')
    expect(world.teleport('Steve', place)).toEqual({ success: true, previousLocation: location, newLocation: place })
    expect(world.info('Steve').location).toEqual(place)
  })

  it('knows nobody who is not there, and no other world', () => {
    const { world } = worldAt()
    expect(() => world.info('Herobrine')).toThrow('Herobrine is not online.')
    expect(() => world.time('atlantis')).toThrow('There is no world "atlantis".')
    expect(() => world.teleport('Steve', { ...place, world: 'atlantis' })).toThrow('atlantis')
    expect(() => world.teleport('Herobrine', place)).toThrow('Herobrine')
  })

  it('answers what the catalogue promises', () => {
    const { world } = worldAt()
    const validator = new CapabilityValidator()
    const answers: Record<string, object> = {
      'world.time.get': world.time('world'),
      'world.time.set': world.setTime('world', 1),
      'player.info.get': world.info('Alex'),
      'player.teleport': world.teleport('Alex', place),
    }
    for (const [id, data] of Object.entries(answers)) {
      const manifest = coreCatalogue.get(id)
      expect(manifest && validator.checkReturns(manifest, data), id).toMatchObject({ ok: true })
    }
  })
})

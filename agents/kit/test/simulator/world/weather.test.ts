import { describe, expect, it } from 'vitest'
import { SimulatedWorld } from '../../../../../test/fakes/simulated-world.js'

describe('the weather', () => {
  it('stays as set for the given time, then changes by itself', async () => {
    const { world, clock } = new SimulatedWorld()
    expect(world.weather.set('rain', 200)).toEqual({ previousWeather: 'clear', weather: 'rain' })
    await clock.advance(9_950)
    expect(world.weather.read()).toEqual({ weather: 'rain', remainingTicks: 1 })
    await clock.advance(50)
    expect(world.weather.read().weather).toBe('clear')
    expect(world.weather.read().remainingTicks).toBeGreaterThanOrEqual(12_000)
  })

  it('does not change while doWeatherCycle is off', async () => {
    const { world, clock } = new SimulatedWorld()
    world.weather.set('thunder', 20)
    world.rules.set('doWeatherCycle', false)
    await clock.advance(3_600_000)
    expect(world.weather.read()).toEqual({ weather: 'thunder', remainingTicks: 20 })
    world.rules.set('doWeatherCycle', true)
    await clock.advance(1_000)
    expect(world.weather.read().weather).toBe('clear')
  })

  it('does not depend on how often it is read, and goes through every weather', async () => {
    const [often, once] = [new SimulatedWorld(3), new SimulatedWorld(3)]
    const seen = new Set<string>()
    for (let minute = 0; minute < 3_000; minute++) {
      await often.clock.advance(60_000)
      seen.add(often.world.weather.read().weather)
    }
    await once.clock.advance(3_000 * 60_000)
    expect(once.world.weather.read()).toEqual(often.world.weather.read())
    expect(seen).toEqual(new Set(['clear', 'rain', 'thunder']))
  })

  it('is not moved by setting the time', () => {
    const { world } = new SimulatedWorld()
    const before = world.weather.read()
    world.time.setTimeOfDay(18_000)
    expect(world.weather.read()).toEqual(before)
  })
})

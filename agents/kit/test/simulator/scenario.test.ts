import { describe, expect, it } from 'vitest'
import { SimulatedWorld } from '../../../../test/fakes/simulated-world.js'
import { runScenario, stepIntervalMs } from '../../simulator/scenario.js'

/** A world after the given number of scenes of the story. */
async function reported(scenes: number, seed = 1, prepare: (under: SimulatedWorld) => void = () => {}) {
  const under = new SimulatedWorld(seed)
  prepare(under)
  const end = runScenario(under.world, under.clock, seed)
  await under.clock.advance(stepIntervalMs * scenes)
  return { under, end }
}

const two = 2 * 15

describe('the scenario of the demo world', () => {
  it('sends every event of the catalogue, as the catalogue declares it, in each round', async () => {
    const { under } = await reported(two)
    expect(new Set(under.news())).toEqual(
      new Set([
        'player.chat',
        'player.join',
        'player.leave',
        'player.death',
        'world.block.placed',
        'world.block.broken',
        'world.tick.health',
      ]),
    )
    expect(under.world.players.online().map(({ name }) => name)).toEqual(['Steve', 'Alex'])
  })

  it('is the same for the same seed, and another for another', async () => {
    const [one, same, other] = await Promise.all([reported(two, 7), reported(two, 7), reported(two, 8)])
    expect(same.under.reported).toEqual(one.under.reported)
    expect(same.under.world.state()).toEqual(one.under.world.state())
    expect(other.under.reported).not.toEqual(one.under.reported)
  })

  it('ends on request, and leaves no timer', async () => {
    const { under, end } = await reported(3)
    end()
    expect(under.clock.waiting).toBe(0)
    under.news()
    await under.clock.advance(stepIntervalMs * 20)
    expect(under.news()).toEqual([])
  })

  it('continues without a banned player, and reports no event of them', async () => {
    const { under } = await reported(two, 1, ({ world }) => void world.ban('Steve', 'Griefing.'))
    const after = under.reported.slice(1)
    expect(after.length).toBeGreaterThan(10)
    expect(after.filter(([, { playerName }]) => playerName === 'Steve')).toEqual([])
  })

  it('lets a player who was kicked come back', async () => {
    const { under } = await reported(1, 1, ({ world }) => world.leave('Steve', 'Kicked'))
    expect(under.news()).toEqual(['player.leave', 'player.join', 'player.chat'])
    expect(under.world.players.isOnline('Steve')).toBe(true)
  })

  it('shows nothing that a muted player writes', async () => {
    const { under } = await reported(two, 1, ({ world }) => void world.mute('Steve'))
    const chat = under.reported.filter(([id]) => id === 'player.chat')
    expect(chat.length).toBeGreaterThan(0)
    expect(chat.filter(([, { playerName }]) => playerName === 'Steve')).toEqual([])
  })

  it('does not treat a returning player as new', async () => {
    const { under } = await reported(two)
    const joins = under.reported.filter(([id]) => id === 'player.join').map(([, { isFirstJoin }]) => isFirstJoin)
    expect(joins).toEqual([true, false])
  })

  it('lets the server fall behind for a while, and recover', async () => {
    const { under } = await reported(15)
    const health = under.reported.filter(([id]) => id === 'world.tick.health').map(([, data]) => data)
    expect(health).toMatchObject([{ healthy: false }, { healthy: true, tps: 20 }])
    expect(Number(health[0]?.tps)).toBeLessThan(16)
  })
})

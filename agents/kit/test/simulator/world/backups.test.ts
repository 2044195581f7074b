import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SimulatedWorld } from '../../../../../test/fakes/simulated-world.js'
import { maxBackups } from '../../../simulator/world/backups.js'

const whole = (min: number, max: number) => fc.integer({ min, max })
const name = fc.constantFrom('Steve', 'Alex', 'Notch_42', 'Mia', 'Herobrine')
const location = fc.record({
  world: fc.constant('world'),
  x: whole(-30, 30),
  y: whole(-80, 330),
  z: whole(-30, 30),
})
const worldName = fc.constant('world')
const call = (id: string, given: fc.Arbitrary<Record<string, unknown>>) => fc.tuple(fc.constant(id), given)

/** Arbitrary requests to the world, many of them invalid. */
const anyAction = fc.oneof(
  call('world.time.set', fc.record({ worldName, time: whole(0, 24_000) })),
  call(
    'world.weather.set',
    fc.record({ worldName, weather: fc.constantFrom('clear', 'rain', 'thunder'), durationSeconds: whole(1, 9_999) }),
  ),
  call('world.rule.set', fc.record({ worldName, rule: fc.constant('doDaylightCycle'), value: fc.boolean() })),
  call('world.rule.set', fc.record({ worldName, rule: fc.constant('doWeatherCycle'), value: fc.boolean() })),
  call('world.rule.set', fc.record({ worldName, rule: fc.constant('randomTickSpeed'), value: whole(0, 99) })),
  call('world.block.set', fc.record({ location, type: fc.constantFrom('stone', 'minecraft:air', 'grass_block') })),
  call(
    'entity.remove',
    fc.record({ worldName, entityIds: fc.uniqueArray(whole(1, 40).map(String), { minLength: 1 }) }),
  ),
  call('player.teleport', fc.record({ playerName: name, location })),
  call('player.kick', fc.record({ playerName: name })),
  call('player.ban', fc.record({ playerName: name, reason: fc.constant('x'), durationMinutes: whole(1, 60) })),
  call('player.mute', fc.record({ playerName: name })),
  call(
    'player.economy.balance.adjust',
    fc.record({ playerName: name, amount: whole(-50_000, 50_000).map((cents) => (cents || 1) / 100) }),
  ),
  call('system.backup', fc.constant({})),
)
const anyActions = fc.array(anyAction, { maxLength: 20 })

async function live(under: SimulatedWorld, actions: readonly (readonly [string, Record<string, unknown>])[]) {
  for (const [id, given] of actions) {
    expect(await under.codeOf(id, given), id).toMatch(/^done$|^BUSINESS\./)
    await under.clock.advance(1_000)
    under.world.moveRandomly()
  }
}

describe('a backup', () => {
  it('restores everything, for any changes before and since', async () => {
    await fc.assert(
      fc.asyncProperty(anyActions, anyActions, whole(0, 1_000), async (before, since, seed) => {
        const under = new SimulatedWorld(seed)
        await live(under, before)
        const saved = under.world.state()
        const { backupId } = await under.ask('system.backup')
        await live(under, since)
        under.world.join('Mia', '7f5c2c6e-0e4f-4b39-9c39-0b5d9a0f7a11')
        expect(await under.ask('system.restore', { backupId })).toEqual({ success: true, backupId })
        const { players, ...world } = under.world.state()
        const { players: then, ...rest } = saved
        expect(world).toEqual(rest)
        expect(players).toMatchObject(then)
      }),
      { numRuns: 20 },
    )
  })

  it('can be restored twice', async () => {
    const under = new SimulatedWorld()
    const { backupId } = await under.ask('system.backup')
    const saved = under.world.state()
    for (const time of [1, 2]) {
      under.world.time.setTimeOfDay(time)
      await under.ask('system.restore', { backupId })
      expect(under.world.state()).toEqual(saved)
    }
  })

  it('restores no player banned since, and unmutes none', async () => {
    const under = new SimulatedWorld()
    const { backupId } = await under.ask('system.backup')
    await under.ask('player.ban', { playerName: 'Alex', reason: 'Griefing.' })
    await under.ask('player.mute', { playerName: 'Steve' })
    await under.ask('system.restore', { backupId })
    expect(under.world.players.isOnline('Alex')).toBe(false)
    expect(under.world.moderation.isBanned('Alex')).toBe(true)
    expect(under.world.moderation.isMuted('Steve')).toBe(true)
  })

  it('has an id of its own, a time and a size; the oldest goes when there are too many', async () => {
    const under = new SimulatedWorld()
    const made = []
    for (let number = 0; number <= maxBackups; number++) made.push(await under.ask('system.backup'))
    expect(made[0]).toEqual({
      backupId: 'backup-1',
      createdAt: '2026-01-19T10:30:00.000Z',
      sizeBytes: expect.any(Number),
    })
    expect(new Set(made.map(({ backupId }) => backupId)).size).toBe(maxBackups + 1)
    expect(await under.codeOf('system.restore', { backupId: 'backup-1' })).toBe('BUSINESS.OPERATION_FAILED')
    expect(await under.codeOf('system.restore', { backupId: 'backup-2' })).toBe('done')
  })

  it('that nobody made cannot be restored, and the answer lists those that are there', async () => {
    const under = new SimulatedWorld()
    await under.ask('system.backup')
    await expect(under.ask('system.restore', { backupId: 'backup-99' })).rejects.toThrow(
      /^BUSINESS.OPERATION_FAILED: .*"backups":\["backup-1"\]/,
    )
  })
})

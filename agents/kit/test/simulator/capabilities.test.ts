import { coreCatalogue } from '@contract/core-catalogue.js'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { SimulatedWorld } from '../../../../test/fakes/simulated-world.js'

const callable = [...coreCatalogue.values()].filter(({ type }) => type !== 'event')
const worldName = 'world'
const at = (x: number, y: number, z: number, world = worldName) => ({ world, x, y, z })

let under: SimulatedWorld
beforeEach(() => {
  under = new SimulatedWorld()
})

describe('the simulator', () => {
  it('offers all of the catalogue', () => {
    expect(under.offer.manifests.map(({ id }) => id).sort()).toEqual([...coreCatalogue.keys()].sort())
    expect(callable).toHaveLength(23)
  })

  // verifies: core-capabilities
  it.each(callable.map((manifest) => [manifest.id, manifest] as const))(
    'runs the examples of %s, with results that match the catalogue',
    async (id, manifest) => {
      await under.ask('system.backup')
      for (const { parameters } of manifest.examples ?? []) {
        const data = await under.ask(id, parameters)
        expect(new CapabilityValidator().checkReturns(manifest, data)).toMatchObject({ ok: true })
        const promised = Object.keys((manifest.returns?.properties ?? {}) as object)
        for (const name of Object.keys(data)) expect(promised).toContain(name)
      }
    },
  )

  it.each([
    ['world.time.get', { worldName: 'atlantis' }],
    ['world.time.set', { worldName: 'atlantis', time: 1 }],
    ['world.weather.get', { worldName: 'atlantis' }],
    ['world.weather.set', { worldName: 'atlantis', weather: 'rain' }],
    ['world.rule.get', { worldName: 'atlantis', rule: 'keepInventory' }],
    ['world.rule.set', { worldName: 'atlantis', rule: 'keepInventory', value: true }],
    ['world.block.get', { location: at(0, 64, 0, 'atlantis') }],
    ['world.block.set', { location: at(0, 64, 0, 'atlantis'), type: 'stone' }],
    ['player.teleport', { playerName: 'Steve', location: at(0, 64, 0, 'atlantis') }],
    ['entity.list', { worldName: 'atlantis' }],
    ['entity.list', { worldName, center: at(0, 64, 0, 'atlantis') }],
    ['entity.remove', { worldName: 'atlantis', entityIds: ['17'] }],
  ])('rejects an unknown world: %s', async (id, given) => {
    const before = under.world.state()
    expect(await under.codeOf(id, given)).toBe('BUSINESS.WORLD_NOT_FOUND')
    expect(under.world.state()).toEqual(before)
  })

  it.each([
    ['player.info.get', {}],
    ['player.teleport', { location: at(0, 64, 0) }],
    ['player.kick', {}],
  ])('distinguishes a player who is offline from an unknown one: %s', async (id, more) => {
    expect(await under.codeOf(id, { playerName: 'Notch_42', ...more })).toBe('BUSINESS.PLAYER_OFFLINE')
    expect(await under.codeOf(id, { playerName: 'Herobrine', ...more })).toBe('BUSINESS.PLAYER_NOT_FOUND')
  })

  it.each([
    ['player.ban', { reason: 'x' }],
    ['player.mute', {}],
    ['player.economy.balance.get', {}],
    ['player.economy.balance.adjust', { amount: 1 }],
  ])('needs no online player for %s', async (id, more) => {
    expect(await under.codeOf(id, { playerName: 'Notch_42', ...more })).toBe('done')
    expect(await under.codeOf(id, { playerName: 'Herobrine', ...more })).toBe('BUSINESS.PLAYER_NOT_FOUND')
  })

  it.each([
    [-65, 'BUSINESS.INVALID_LOCATION'],
    [-64, 'done'],
    [319, 'done'],
    [320, 'BUSINESS.INVALID_LOCATION'],
  ])('has height limits: at height %d it returns %s', async (y, code) => {
    expect(await under.codeOf('world.block.get', { location: at(3, y, 3) })).toBe(code)
    expect(await under.codeOf('world.block.set', { location: at(3, y, 3), type: 'stone' })).toBe(code)
    expect(await under.codeOf('player.teleport', { playerName: 'Steve', location: at(3, y, 3) })).toBe(code)
  })
})

describe('blocks', () => {
  it('are a flat world until a block is placed', async () => {
    const typeAt = async (y: number) => (await under.ask('world.block.get', { location: at(5, y, 5) })).type
    const types = await Promise.all([-64, 0, 60, 63, 64].map(typeAt))
    expect(types).toEqual(['bedrock', 'stone', 'dirt', 'grass_block', 'air'].map((type) => `minecraft:${type}`))
  })

  it('are what was set last, there and nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -30_000_000, max: 30_000_000 }),
        fc.integer({ min: -64, max: 319 }),
        async (x, y) => {
          const location = at(x, y, 7)
          const neighbour = { location: at(x, y, 8) }
          const before = await under.ask('world.block.get', neighbour)
          const set = await under.ask('world.block.set', { location, type: 'oak_stairs', states: { facing: 'north' } })
          expect(set).toMatchObject({ location, type: 'minecraft:oak_stairs' })
          expect(await under.ask('world.block.get', { location })).toEqual({
            location,
            type: 'minecraft:oak_stairs',
            states: { facing: 'north' },
          })
          expect(await under.ask('world.block.get', neighbour)).toEqual(before)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('are not stored when they equal the generated ones', async () => {
    const location = at(1, 63, 1)
    await under.ask('world.block.set', { location, type: 'stone' })
    await under.ask('world.block.set', { location, type: 'grass_block', states: { snowy: false } })
    expect(under.world.blocks.all()).toEqual({})
  })
})

describe('rules', () => {
  it('are read as they were set, text understood', async () => {
    const set = (rule: string, value: unknown) => under.ask('world.rule.set', { worldName, rule, value })
    expect(await set('keepInventory', 'true')).toMatchObject({ previousValue: false, value: true })
    expect(await set('randomTickSpeed', 30)).toMatchObject({ previousValue: 3, value: 30 })
    expect(await under.ask('world.rule.get', { worldName, rule: 'keepInventory' })).toMatchObject({ value: true })
  })

  it.each([
    ['nonsense', true],
    ['keepInventory', 1],
    ['keepInventory', 'yes'],
    ['randomTickSpeed', true],
    ['randomTickSpeed', -1],
    ['constructor', true],
  ])('reject other values: %s = %s', async (rule, value) => {
    const before = under.world.rules.all()
    expect(await under.codeOf('world.rule.set', { worldName, rule, value })).toBe('BUSINESS.OPERATION_FAILED')
    expect(under.world.rules.all()).toEqual(before)
  })
})

describe('balances', () => {
  it('are the sum of additions and withdrawals, and never negative', async () => {
    const cents = fc.integer({ min: -20_000, max: 20_000 }).filter((amount) => amount !== 0)
    await fc.assert(
      fc.asyncProperty(fc.array(cents, { maxLength: 30 }), async (amounts) => {
        under = new SimulatedWorld()
        let expected = 25_000
        for (const amount of amounts) {
          const code = await under.codeOf('player.economy.balance.adjust', {
            playerName: 'Steve',
            amount: amount / 100,
          })
          const possible = expected + amount >= 0
          expect(code).toBe(possible ? 'done' : 'BUSINESS.INSUFFICIENT_BALANCE')
          if (possible) expected += amount
        }
        const { balance } = await under.ask('player.economy.balance.get', { playerName: 'Steve' })
        expect(balance).toBe(expected / 100)
      }),
      { numRuns: 30 },
    )
  })

  it('have at most two decimals', async () => {
    const given = { playerName: 'Steve', amount: 0.001 }
    expect(await under.codeOf('player.economy.balance.adjust', given)).toBe('BUSINESS.OPERATION_FAILED')
  })
})

describe('entities', () => {
  const list = async (given: object = {}) =>
    (await under.ask('entity.list', { worldName, ...given })) as {
      entities: { id: string; type: string; location: { x: number; z: number } }[]
      total: number
    }

  it('are the same for a seed', async () => {
    expect(new SimulatedWorld(9).world.entities.all()).toEqual(new SimulatedWorld(9).world.entities.all())
    expect(new SimulatedWorld(9).world.entities.all()).not.toEqual(new SimulatedWorld(8).world.entities.all())
  })

  it('are found by kind and by place, the nearest first, and counted beyond the limit', async () => {
    const all = await list()
    expect(all.total).toBe(all.entities.length)
    expect((await list({ type: 'creeper' })).entities.map(({ id }) => id)).toEqual(['17'])
    const near = await list({ center: at(0, 64, 0), radius: 100, limit: 3 })
    expect(near.entities).toHaveLength(3)
    expect(near.total).toBeGreaterThan(3)
    const away = near.entities.map(({ location: { x, z } }) => Math.hypot(x, z))
    expect(away).toEqual([...away].sort((one, other) => one - other))
  })

  it('are absent after their removal, and count once', async () => {
    const remove = () => under.ask('entity.remove', { worldName, entityIds: ['17', '18', 'nobody'] })
    expect(await remove()).toEqual({ removed: 2 })
    expect(await remove()).toEqual({ removed: 0 })
    expect((await list({ type: 'minecraft:creeper' })).total).toBe(0)
  })
})

describe('players', () => {
  const names = async () =>
    ((await under.ask('player.list')) as { players: { name: string }[] }).players.map(({ name }) => name)
  const steve = { playerName: 'Steve' }

  it('stand where they were sent', async () => {
    const to = { ...at(1, 70, -3), yaw: 90, pitch: 0 }
    const before = (await under.ask('player.info.get', steve)).location
    expect(await under.ask('player.teleport', { ...steve, location: to })).toEqual({
      success: true,
      previousLocation: before,
      newLocation: to,
    })
    expect(await under.ask('player.info.get', steve)).toMatchObject({ location: to })
  })

  it('are offline when they were kicked, and may rejoin', async () => {
    await under.ask('player.kick', { ...steve, reason: 'Calm down.' })
    expect(await names()).toEqual(['Alex'])
    expect(under.reported).toMatchObject([['player.leave', { playerName: 'Steve', reason: 'Kicked: Calm down.' }]])
    expect(under.world.join('Steve', '8667ba71-b85a-4004-af54-457a9734eed7')).toBe(true)
    expect(await names()).toEqual(['Alex', 'Steve'])
  })

  it('are disconnected and kept out by a ban until it ends', async () => {
    const ban = { ...steve, reason: 'Griefing.', durationMinutes: 60 }
    expect(await under.ask('player.ban', ban)).toEqual({
      success: true,
      ...steve,
      until: '2026-01-19T11:30:00.000Z',
    })
    expect(under.news()).toEqual(['player.leave'])
    const comeBack = () => under.world.join('Steve', '8667ba71-b85a-4004-af54-457a9734eed7')
    expect(comeBack()).toBe(false)
    await under.clock.advance(3_599_999)
    expect(comeBack()).toBe(false)
    expect(under.news()).toEqual([])
    await under.clock.advance(1)
    expect(comeBack()).toBe(true)
    expect(under.news()).toEqual(['player.join'])
  })

  it('are kept out forever without an end', async () => {
    expect(await under.ask('player.ban', { ...steve, reason: 'x' })).not.toHaveProperty('until')
    await under.clock.advance(100 * 365 * 86_400_000)
    expect(under.world.moderation.isBanned('Steve')).toBe(true)
  })

  it('write nothing while they are muted', async () => {
    await under.ask('player.mute', { ...steve, durationMinutes: 10 })
    under.world.chat('Steve', 'can you hear me?')
    under.world.chat('Alex', 'Steve?')
    await under.clock.advance(600_000)
    under.world.chat('Steve', 'now?')
    expect(under.reported.map(([, { message }]) => message)).toEqual(['Steve?', 'now?'])
  })

  it('all read a broadcast', async () => {
    expect(await under.ask('chat.broadcast', { message: '<b>Hi</b> /stop' })).toEqual({ recipients: 2 })
    expect(under.reported).toMatchObject([['player.chat', { playerName: 'Server', message: '<b>Hi</b> /stop' }]])
  })
})

describe('the server', () => {
  it('says how fast it ticks: full speed unless it is burdened', async () => {
    expect(await under.ask('world.tps.get')).toMatchObject({ tps: 20 })
    under.world.tickHealth.slowDown(100)
    expect(Number((await under.ask('world.tps.get')).tps)).toBeLessThan(10)
  })

  it('reloads one plugin, or all of them, and knows no others', async () => {
    expect(await under.ask('system.reload', { pluginName: 'Economy' })).toEqual({
      success: true,
      reloaded: ['Economy'],
    })
    expect((await under.ask('system.reload')).reloaded).toHaveLength(3)
    expect(await under.codeOf('system.reload', { pluginName: 'Virus' })).toBe('BUSINESS.OPERATION_FAILED')
  })
})

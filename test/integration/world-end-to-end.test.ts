import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import type { Line } from '../fixtures/json-lines-process.js'
import { callTool } from '../fixtures/programs.js'
import {
  approved,
  approveNext,
  at,
  bare,
  call,
  client,
  gateway,
  here,
  inWorld,
  look,
  newEvents,
  newView,
  openWorldScene,
  patience,
  players,
  shower,
  world,
} from './world-scene.js'

openWorldScene()

// verifies: core-capabilities, capability-kinds action 1
describe('players see in their clients what an AI does through the gateway', () => {
  it('the gateway accepts every action of the agent', async () => {
    const { tools } = await client.listTools()
    const callable = bare.offered.filter((id) => coreCatalogue.get(id)?.type !== 'event')
    expect(callable).toHaveLength(20)
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(callable.map((id) => id.replaceAll('.', '_'))))
    expect(gateway.process.lines.filter(({ event }) => event === 'failure')).toEqual([])
  })

  it('player.list, player.info.get and player.teleport', async () => {
    expect(await call('player_list')).toMatchObject({
      players: expect.arrayContaining(players.map((name) => expect.objectContaining({ name }))),
      online: 2,
      max: 20,
    })
    const view = newView()
    await call('player_teleport', { playerName: 'Steve', location: inWorld(24, 5, 8) })
    await view.sees('Steve', 'player-moved', { position: at(24, 5, 8) })
    expect(await call('player_info_get', { playerName: 'Steve' })).toMatchObject({ location: at(24, 5, 8), health: 20 })
    await call('player_teleport', { playerName: 'Steve', location: inWorld(8, 5, 8) })
    expect(view.hasSeen('Alex', 'player-moved')).toEqual([])
  })

  it('chat.broadcast reaches everybody', async () => {
    const view = newView()
    expect(await call('chat_broadcast', { message: '/kill Alex' })).toEqual({ recipients: 2 })
    for (const name of players) await view.sees(name, 'player-chat', { text: '/kill Alex' })
  })

  it('world.rule.set stops the sun, world.time.set moves it', async () => {
    const rule = { ...here, rule: 'doDaylightCycle' }
    expect(await call('world_rule_get', rule)).toMatchObject({ value: true })
    expect(await approved('world_rule_set', { ...rule, value: false })).toMatchObject({
      previousValue: true,
      value: false,
    })
    const view = newView()
    await approved('world_time_set', { ...here, time: 13_000 })
    for (const name of players) await view.sees(name, 'player-time', { timeOfDay: 13_000 })

    await shower(view)
    expect(await call('world_time_get', here)).toMatchObject({ time: 13_000, phase: 'night' })
    for (const name of players) expect((await look(name)).timeOfDay).toBe(13_000)
    await approved('world_rule_set', { ...rule, value: true })
    for (const name of players)
      await expect.poll(async () => Number((await look(name)).timeOfDay), patience).toBeGreaterThan(13_000)
  })

  it('world.weather.set changes the sky', async () => {
    expect(await call('world_weather_get', here)).toEqual({ worldName: 'world', weather: 'clear' })
    for (const weather of ['rain', 'thunder']) {
      const view = newView()
      await call('world_weather_set', { ...here, weather })
      for (const name of players) await view.sees(name, 'player-weather', { weather })
    }
    await shower(newView())
    expect(await call('world_weather_get', here)).toEqual({ worldName: 'world', weather: 'clear' })
  })

  it('world.block.set builds where both look', async () => {
    const view = newView()
    const location = inWorld(10, 6, 10)
    const stairs = { location, type: 'minecraft:oak_stairs', states: { facing: 'south' } }
    expect(await approved('world_block_set', stairs)).toMatchObject({
      previousType: 'minecraft:air',
      type: 'minecraft:oak_stairs',
    })
    for (const name of players) await view.sees(name, 'player-block', { position: at(10, 6, 10), block: 'oak_stairs' })
    expect(await call('world_block_get', { location })).toMatchObject({
      type: 'minecraft:oak_stairs',
      states: { facing: 'south', half: 'bottom' },
    })
  })

  it('entity.list finds a creature, entity.remove removes it', async () => {
    const view = newView()
    world.process.send({ summon: 'pig', at: at(10, 5, 12) })
    const { id } = await view.sees('Alex', 'player-creature', { type: 'pig', isHere: true })
    const near = { ...here, type: 'minecraft:pig', center: inWorld(10, 5, 12), radius: 8 }
    expect(await call('entity_list', near)).toMatchObject({
      entities: [{ id, type: 'minecraft:pig', location: { world: 'world', x: 10, z: 12 } }],
      total: 1,
    })
    expect(await approved('entity_remove', { ...here, entityIds: [id] })).toEqual({ removed: 1 })
    for (const name of players) await view.sees(name, 'player-creature', { id, type: 'pig', isHere: false })
    expect(await call('entity_list', near)).toEqual({ entities: [], total: 0 })
  })

  it('player.mute keeps a line from the others', async () => {
    const view = newView()
    await approved('player_mute', { playerName: 'Steve', durationMinutes: 1 }, 'medium')
    world.process.send({ say: 'Can anybody hear me?', as: 'Steve' })
    world.process.send({ say: '/me waves', as: 'Steve' })
    await expect
      .poll(() => view.hasSeen('Steve', 'player-chat'), patience)
      .toMatchObject([{ text: 'You are muted' }, { text: 'You are muted' }])
    world.process.send({ say: 'How quiet it is', as: 'Alex' })
    for (const name of players) await view.sees(name, 'player-chat', { text: '<Alex> How quiet it is' })
    expect(view.hasSeen('Alex', 'player-chat')).toHaveLength(1)
  })

  it('player.kick disconnects with the reason, and the player can rejoin', async () => {
    const view = newView()
    const receives = newEvents()
    await approved('player_kick', { playerName: 'Alex', reason: 'Mind the chickens' }, 'medium')
    await view.sees('Alex', 'player-kicked', { reason: 'Mind the chickens' })
    await view.sees('Alex', 'player-left')
    expect(await call('player_list')).toMatchObject({ online: 1 })
    const after = gateway.process.lines.length
    const again = callTool(client, 'player_kick', { playerName: 'Alex' })
    await approveNext('player_kick', { playerName: 'Alex' }, 'medium', after)
    expect(await again).toMatchObject({ error: { code: 'E_BUSINESS_PLAYER_OFFLINE' } })
    world.process.send({ join: 'Alex' })
    await view.sees('Alex', 'player-spawned')
    await receives('player.leave', { playerName: 'Alex' })
    await receives('player.join', { playerName: 'Alex' })
  })
})

// verifies: capability-kinds event 1
describe('what players do reaches the gateway', () => {
  it('chat, building and breaking', async () => {
    const receives = newEvents()
    const view = newView()
    world.process.send({ say: 'Night already?', as: 'Alex' })
    await receives('player.chat', { playerName: 'Alex', message: 'Night already?' })
    world.process.send({ place: 'oak_planks', on: at(7, 4, 10), as: 'Alex' })
    const planks = { playerName: 'Alex', type: 'minecraft:oak_planks', location: inWorld(7, 5, 10) }
    await receives('world.block.placed', planks)
    await view.sees('Steve', 'player-block', { position: at(7, 5, 10), block: 'oak_planks' })
    world.process.send({ dig: at(7, 5, 10), as: 'Steve' })
    await receives('world.block.broken', { ...planks, playerName: 'Steve' })
    await view.sees('Alex', 'player-block', { position: at(7, 5, 10), block: 'air' })
  })

  it('a death, after which the player respawns', async () => {
    const receives = newEvents()
    const view = newView()
    world.process.send({ say: '/kill Steve', as: 'Alex' })
    await receives('player.death', { playerName: 'Steve' })
    await view.sees('Steve', 'player-died')
    await expect.poll(async () => (await look('Steve', at(9, 4, 12))).isAlive, patience).toBe(true)
    expect((await look('Steve', at(9, 4, 12))).block).toBe('grass_block')
  })

  it('a server that falls behind, and recovers', async () => {
    expect(Number((await call('world_tps_get')).tps)).toBeGreaterThan(0)
    const receives = newEvents()
    world.process.send({ stall: 2_000 })
    // On a busy machine it may have fallen behind by itself before: then the older event reports it.
    await receives('world.tick.health', { healthy: true })
    expect(gateway.process.lines).toContainEqual(
      expect.objectContaining({
        eventId: 'world.tick.health',
        data: expect.objectContaining({ healthy: false, tps: expect.any(Number) }),
      }),
    )
  })
})

// verifies: promise 6
describe('undo by a person', () => {
  /** Runs the action, and then undoes it as the person on standard input. */
  async function doneAndUndone(capabilityId: string, act: () => Promise<unknown>) {
    const after = gateway.process.lines.length
    await act()
    const { requestId } = await gateway.process.until(
      (line) => line.event === 'undoable' && line.capabilityId === capabilityId,
      { after },
    )
    const view = newView()
    gateway.process.send({ undo: requestId })
    await gateway.process.until((line) => line.event === 'undone' && line.requestId === requestId, { after })
    return view
  }

  it('removes the built blocks and the rain from the view of both players', async () => {
    const brick = { location: inWorld(11, 6, 11), type: 'minecraft:bricks' }
    const built = await doneAndUndone('world.block.set', () => approved('world_block_set', brick))
    for (const name of players) await built.sees(name, 'player-block', { position: at(11, 6, 11), block: 'air' })
    const rain = { ...here, weather: 'rain' }
    const rained = await doneAndUndone('world.weather.set', () => call('world_weather_set', rain))
    for (const name of players) await rained.sees(name, 'player-weather', { weather: 'clear' })
  })

  it('moves a player back', async () => {
    const { location } = (await call('player_info_get', { playerName: 'Steve' })) as { location: Line }
    const moved = await doneAndUndone('player.teleport', () =>
      call('player_teleport', { playerName: 'Steve', location: inWorld(20, 5, 8) }),
    )
    await moved.sees('Steve', 'player-moved')
    expect(await call('player_info_get', { playerName: 'Steve' })).toMatchObject({
      location: { x: location.x, z: location.z },
    })
  })
})

it('backups of the world system.restore brings back what system.backup stored, in the view of both players', async () => {
  const location = inWorld(9, 4, 12)
  const older = { location: inWorld(9, 5, 12), type: 'minecraft:bricks' }
  await approved('world_block_set', older)
  const { backupId, sizeBytes } = await approved('system_backup', { name: 'before the gold' })
  expect(sizeBytes).toBeGreaterThan(1_000)
  const view = newView()
  await approved('world_block_set', { location, type: 'gold_block' })
  await view.sees('Alex', 'player-block', { position: at(9, 4, 12), block: 'gold_block' })
  await call('world_weather_set', { ...here, weather: 'thunder' })
  await view.sees('Alex', 'player-weather', { weather: 'thunder' })

  expect(await bare.call('system.restore', { backupId })).toMatchObject({ success: true, data: { backupId } })
  await view.sees('Alex', 'player-weather', { weather: 'clear' })
  for (const name of players)
    await expect.poll(async () => (await look(name, at(9, 4, 12))).block, patience).toBe('grass_block')
  expect((await look('Alex', at(9, 5, 12))).block).toBe('bricks')
  expect(await call('world_block_get', { location })).toMatchObject({ type: 'minecraft:grass_block' })
})

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { BareGateway } from '../fixtures/bare-gateway.js'
import type { Line } from '../fixtures/json-lines-process.js'
import {
  CleanUp,
  callTool,
  connectClient,
  type Headless,
  startHeadless,
  startWorld,
  type World,
} from '../fixtures/programs.js'

vi.setConfig({ testTimeout: 45_000 })

const cleanUp = new CleanUp()
const patience = { timeout: 15_000 }
const players = ['Steve', 'Alex']
const here = { worldName: 'world' }
const at = (x: number, y: number, z: number) => ({ x, y, z })
const inWorld = (x: number, y: number, z: number) => ({ world: 'world', x, y, z })

let world: World
let gateway: Headless
let client: Awaited<ReturnType<typeof connectClient>>['client']
let bare: BareGateway

beforeAll(async () => {
  world = await startWorld(cleanUp, players)
  // The conversation receives chat early, which taints it. Other tests cover what that requires.
  const profile = cleanUp.folder()
  await writeFile(path.join(profile, 'settings.json'), JSON.stringify({ taintedMediumAsks: false }))
  const args = ['--control', 'stdin', '--agent', world.agent, '--agent-token', world.token, '--critical-quorum', '2']
  gateway = await startHeadless(cleanUp, args, profile)
  client = (await connectClient(cleanUp, gateway.profile)).client
  bare = cleanUp.add(await BareGateway.register(world.agent, world.token), (open) => open.close())
}, 90_000)
afterAll(() => cleanUp.run())

const ajv = createContractAjv({ allErrors: true })

/** Calls a tool that needs no approval; its result must match the catalogue. */
async function call(tool: string, given: Record<string, unknown> = {}) {
  const answer = await callTool(client, tool, given)
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  ajv.validate(coreCatalogue.get(tool.replaceAll('_', '.'))?.returns ?? false, answer.data)
  expect(ajv.errors).toBeNull()
  return answer.data ?? {}
}

/** Approves the next request, which must be for this capability. */
async function approveNext(tool: string, given: Record<string, unknown>, risk: string, after: number) {
  const question = await gateway.process.until(({ event }) => event === 'approval', { after })
  expect(question).toMatchObject({ risk, capabilityId: tool.replaceAll('_', '.'), arguments: given })
  gateway.process.send({ approve: question.id })
}

/** Calls a tool that needs approval, and approves it. */
async function approved(tool: string, given: Record<string, unknown>, risk = 'high') {
  const after = gateway.process.lines.length
  const answer = call(tool, given)
  await approveNext(tool, given, risk, after)
  return answer
}

/** What happened from now on, as a player sees it. */
function newView() {
  const after = world.process.lines.length
  const since = () => world.process.lines.slice(after)
  return {
    sees: (name: string, event: string, what: Line = {}) =>
      world.process.until((line) => line.event === event && line.name === name && matches(line, what), { after }),
    hasSeen: (name: string, event: string) => since().filter((line) => line.event === event && line.name === name),
  }
}

/** Two seconds of rain, until it has cleared up for everybody. */
async function shower(view: ReturnType<typeof newView>) {
  await call('world_weather_set', { ...here, weather: 'rain', durationSeconds: 2 })
  expect(await call('world_weather_get', here)).toMatchObject({ weather: 'rain', remainingTicks: expect.any(Number) })
  for (const name of players) {
    await view.sees(name, 'player-weather', { weather: 'rain' })
    await view.sees(name, 'player-weather', { weather: 'clear' })
  }
}

/** The events of the game that the gateway gets from now on. */
function newEvents() {
  const after = gateway.process.lines.length
  return (eventId: string, what: Line = {}) =>
    gateway.process.until((line) => line.eventId === eventId && matches(line.data as Line, what), { after })
}

const matches = (line: Line, what: Line) =>
  Object.entries(what).every(([name, value]) => JSON.stringify(line[name]) === JSON.stringify(value))

const look = async (name: string, block?: object) => {
  const after = world.process.lines.length
  world.process.send({ look: name, ...(block && { block }) })
  return world.process.until((line) => line.event === 'player-sees' && line.name === name, { after })
}

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

describe('backups of the world', () => {
  it('system.restore brings back what system.backup stored, in the view of both players', async () => {
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
})

describe('actions that need two people', () => {
  it.each([
    ['player_ban', { playerName: 'Alex', reason: 'Grief' }],
    ['system_restore', { backupId: '1' }],
  ])('%s is refused by the gateway, and never reaches the agent', async (tool, given) => {
    const after = world.process.lines.length
    expect(await callTool(client, tool, given)).toMatchObject({
      success: false,
      error: { code: 'E_RISK_OPERATION_BLOCKED' },
    })
    await call('chat_broadcast', { message: 'Nothing happened' })
    await world.process.until((line) => line.capabilityId === 'chat.broadcast', { after })
    const capabilityId = tool.replaceAll('_', '.')
    const asked = world.process.lines.filter((line) => line.event === 'request' && line.capabilityId === capabilityId)
    expect(asked.filter(({ caller }) => caller !== 'bare')).toEqual([])
  })

  it('player.ban disconnects with the reason, and the player cannot rejoin', async () => {
    const view = newView()
    const ban = { playerName: 'Alex', reason: 'You burned the barn', durationMinutes: 60 }
    expect(await bare.call('player.ban', ban)).toMatchObject({ success: true, data: { until: expect.any(String) } })
    await view.sees('Alex', 'player-kicked', { reason: 'You burned the barn' })
    await view.sees('Alex', 'player-left')
    const again = newView()
    world.process.send({ join: 'Alex' })
    await again.sees('Alex', 'player-kicked', { reason: 'You burned the barn' })
    expect(await call('player_list')).toMatchObject({ online: 1, players: [{ name: 'Steve' }] })
  })
})

describe('requests that the agent cannot handle', () => {
  const missing = [...coreCatalogue.keys()].filter((id) => id.startsWith('player.economy') || id === 'system.reload')

  it('offers the whole catalogue but three capabilities', () => {
    expect([...bare.offered, ...missing].sort()).toEqual([...coreCatalogue.keys()].sort())
    expect(missing).toHaveLength(3)
  })

  it.each(missing)('%s: the capability does not exist', async (id) => {
    expect(await bare.call(id, { playerName: 'Steve' })).toMatchObject({
      success: false,
      error: { code: 'PROTOCOL.CAPABILITY_NOT_FOUND' },
    })
  })

  it.each([
    ['an event', 'player.join', {}, '1.0.0', 'PROTOCOL.UNSUPPORTED_TYPE'],
    ['another major version', 'player.list', {}, '2.0.0', 'PROTOCOL.VERSION_MISMATCH'],
    [
      'a rule this server does not have',
      'world.rule.get',
      { ...here, rule: 'keepInventory' },
      '1.0.0',
      'BUSINESS.OPERATION_FAILED',
    ],
    [
      'a block there is not',
      'world.block.set',
      { location: inWorld(0, 4, 0), type: 'cheese' },
      '1.0.0',
      'BUSINESS.OPERATION_FAILED',
    ],
    [
      'a block above the sky',
      'world.block.get',
      { location: inWorld(0, 4_000, 0) },
      '1.0.0',
      'BUSINESS.INVALID_LOCATION',
    ],
    ['a player nobody knows', 'player.kick', { playerName: 'Herobrine' }, '1.0.0', 'BUSINESS.PLAYER_NOT_FOUND'],
    ['another world', 'entity.list', { worldName: 'atlantis' }, '1.0.0', 'BUSINESS.WORLD_NOT_FOUND'],
    ['parameters that are a list', 'player.list', [], '1.0.0', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
  ])('%s', async (_what, id, parameters, version, code) => {
    expect(await bare.call(id, parameters, version)).toMatchObject({ success: false, error: { code } })
  })

  it('lists every invalid parameter', async () => {
    const { error } = await bare.call('world.time.set', { time: 24_001, extra: true })
    expect(error?.code).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(error?.details?.errors?.map(({ path }) => path).sort()).toEqual(['/extra', '/time', '/worldName'])
  })

  it('gives every frame an id of its own', () => {
    const ids = bare.frames.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(bare.frames.filter(({ type }) => type === 'event')).not.toHaveLength(0)
  })
})

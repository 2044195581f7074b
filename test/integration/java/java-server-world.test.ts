/**
 * The main job on a Java server without a plugin: headless program, RCON wire model with vanilla's traps, model console,
 * real players on a real Minecraft-protocol world, blocks in real region files. No vanilla server runs here.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { consoleOver, SquidWorld } from '../../fakes/java/console/squid-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import type { Line } from '../../fixtures/json-lines-process.js'
import {
  CleanUp,
  callTool,
  connectClient,
  type Headless,
  startHeadless,
  startWorld,
  type World,
} from '../../fixtures/programs.js'

const cleanUp = new CleanUp()
const password = 'a-password-of-the-console'
let world: World
let gateway: Headless
let client: Awaited<ReturnType<typeof connectClient>>['client']
let rcon: RconServer
let regions: RegionWorld

beforeAll(async () => {
  world = await startWorld(cleanUp, ['Steve'])
  const folder = cleanUp.folder()
  const regionFolder = path.join(folder, 'world', 'region')
  mkdirSync(regionFolder, { recursive: true })
  mkdirSync(path.join(folder, 'logs'))
  writeFileSync(path.join(folder, 'server.properties'), 'level-name=world\nenable-rcon=true\n')
  writeFileSync(path.join(folder, 'logs', 'latest.log'), '')
  regions = new RegionWorld({ regions: regionFolder })
  await regions.save()
  const squid = new SquidWorld(world.process)
  const model = new ModelConsole({ version: '1.20.5', world: squid })
  rcon = await RconServer.start({ password, run: consoleOver(model, squid, regions) })
  cleanUp.add(rcon, (open) => open.stop())
  const profile = cleanUp.folder()
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ builtInRules: { 'built-in:read-text': false } }))
  const args = ['--control', 'stdin', '--java', `rcon://127.0.0.1:${rcon.port}`, '--secrets-stdin']
  gateway = await startHeadless(cleanUp, [...args, '--java-folder', folder], profile, { 'java-password': password })
  await gateway.process.until(({ event, state }) => event === 'server' && state === 'online')
  client = (await connectClient(cleanUp, gateway.profile)).client
})
afterAll(() => cleanUp.run())

async function call(tool: string, given: Record<string, unknown> = {}) {
  const answer = await callTool(client, tool, given)
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data ?? {}
}

/** Calls a tool that needs approval, approves it, and also returns the question. */
async function approved(tool: string, given: Record<string, unknown>) {
  const after = gateway.process.lines.length
  const answer = call(tool, given)
  const question = await gateway.process.until(({ event }) => event === 'approval', { after })
  gateway.process.send({ approve: question.id })
  return { data: await answer, question, after }
}

const seen = (after: number, what: Line) =>
  world.process.until((line) => Object.entries(what).every(([key, value]) => line[key] === value), { after })

describe('a Java server without a plugin', () => {
  it('lists the players online', async () => {
    expect(await call('player_list')).toMatchObject({ players: [{ name: 'Steve' }], online: 1 })
    expect(await call('player_info_get', { playerName: 'Steve' })).toMatchObject({
      name: 'Steve',
      location: { world: 'world' },
    })
    expect(rcon.cutOff).toBe(0)
  })

  it('teleports a player, whose own client sees it', async () => {
    const after = world.process.lines.length
    const answer = callTool(client, 'player_teleport', {
      playerName: 'Steve',
      location: { world: 'world', x: 12.5, y: 6, z: 9.5 },
    })
    expect(await answer).toMatchObject({ success: true })
    await seen(after, { event: 'player-moved', name: 'Steve' })
  })

  it('makes it night after a person approves, and the client sees the sun move', async () => {
    const after = world.process.lines.length
    const { question } = await approved('world_time_set', { worldName: 'world', time: 18_000 })
    expect(question).toMatchObject({ risk: 'high', undo: { possible: true, how: 'inverse' } })
    await seen(after, { event: 'player-time', name: 'Steve' })
  })

  it('builds around a player who stands there, waits for him, and one undo puts every block back', async () => {
    regions.put(9, 5, 9, 'minecraft:chest[facing=north]', { Items: [] })
    const before = JSON.stringify([[...regions.states].sort(), [...regions.entities].sort()])
    await call('player_teleport', { playerName: 'Steve', location: { world: 'world', x: 11.5, y: 6, z: 11.5 } })
    const plan = {
      name: 'vault',
      world: 'world',
      origin: [8, 5, 8],
      parts: [
        { shape: 'box', block: 'stone_bricks', from: [0, 0, 0], to: [5, 4, 5] },
        { shape: 'box', block: 'glass', from: [0, 1, 1], to: [0, 2, 4] },
      ],
    }
    const start = world.process.lines.length
    const asked = gateway.process.lines.length
    const building = call('ext_java_build', plan)
    const question = await gateway.process.until(({ event }) => event === 'approval', { after: asked })
    expect(question).toMatchObject({ risk: 'high', undo: { possible: true, how: 'snapshot' } })
    gateway.process.send({ approve: question.id })
    await seen(start, { event: 'player-block', name: 'Steve', block: 'glass' })
    await vi.waitFor(() => expect(regions.stateAt(8, 6, 9)).toBe('minecraft:glass'))
    expect([regions.stateAt(11, 6, 11), regions.stateAt(11, 7, 11)]).toEqual(['minecraft:air', 'minecraft:air'])
    await call('player_teleport', { playerName: 'Steve', location: { world: 'world', x: 2.5, y: 6, z: 2.5 } })
    expect(await building).toMatchObject({ built: 180, skipped: 0 })
    expect(regions.stateAt(11, 6, 11)).toBe('minecraft:stone_bricks')

    const { requestId } = await gateway.process.until(
      ({ event, capabilityId }) => event === 'undoable' && capabilityId === 'ext.java.build',
      { after: asked },
    )
    const undoStart = gateway.process.lines.length
    gateway.process.send({ undo: requestId, force: true })
    await gateway.process.until(({ event }) => event === 'undone', { after: undoStart })
    expect(JSON.stringify([[...regions.states].sort(), [...regions.entities].sort()])).toBe(before)
    regions.put(9, 5, 9, 'minecraft:air')
  })

  it('fills a wall, and a person undoes it block by block', async () => {
    regions.put(8, 7, 10, 'minecraft:oak_planks')
    const fill = { from: { world: 'world', x: 6, y: 5, z: 10 }, to: { x: 10, y: 8, z: 10 }, type: 'stone_bricks' }
    const start = world.process.lines.length
    const { data, question, after } = await approved('ext_java_blocks_fill', fill)
    expect(data).toEqual({ blocks: 20 })
    expect(question).toMatchObject({ risk: 'high', undo: { possible: true, how: 'snapshot' } })
    await seen(start, { event: 'player-block', name: 'Steve', block: 'stone_bricks' })
    expect(await call('world_block_get', { location: { world: 'world', x: 8, y: 7, z: 10 } })).toMatchObject({
      type: 'minecraft:stone_bricks',
    })

    const { requestId } = await gateway.process.until(
      ({ event, capabilityId }) => event === 'undoable' && capabilityId === 'ext.java.blocks.fill',
      { after },
    )
    const undoStart = gateway.process.lines.length
    gateway.process.send({ undo: requestId, force: true })
    await gateway.process.until(({ event }) => event === 'undone', { after: undoStart })
    expect(regions.stateAt(8, 7, 10)).toBe('minecraft:oak_planks')
    expect(regions.stateAt(6, 5, 10)).toBe('minecraft:air')
    await seen(start, { event: 'player-block', name: 'Steve', block: 'oak_planks' })
  })

  it.each([
    ['ext_java_item_give', { playerName: 'Steve', item: 'diamond', count: 5 }],
    ['ext_java_effect_give', { playerName: 'Steve', effect: 'speed', seconds: 60 }],
    ['ext_java_entity_summon', { type: 'pig', location: { world: 'world', x: 4, y: 70, z: 4 } }],
  ])('undoes %s by the order of a person', async (tool, given) => {
    const states = async () => [
      await call('ext_java_item_count', { playerName: 'Steve', item: 'diamond' }),
      await call('ext_java_effect_list', { playerName: 'Steve' }),
      await call('entity_list', { worldName: 'world' }),
    ]
    const before = await states()
    const after = gateway.process.lines.length
    await call(tool, given)
    expect(await states()).not.toEqual(before)
    const { requestId } = await gateway.process.until(
      ({ event, capabilityId }) => event === 'undoable' && `${capabilityId}`.replaceAll('.', '_') === tool,
      { after },
    )
    const undoStart = gateway.process.lines.length
    gateway.process.send({ undo: requestId, force: true })
    await gateway.process.until(({ event }) => event === 'undone', { after: undoStart })
    await vi.waitFor(async () => expect(await states()).toEqual(before), { timeout: 45_000 })
  })

  it('runs a command that only reads without asking, and asks for a name to be typed for one that gives power', async () => {
    expect(await call('ext_java_command_run', { command: 'seed' })).toMatchObject({ reply: 'Seed: [-42]' })
    const asked = callTool(client, 'ext_java_command_run', { command: 'execute as Steve run op Steve' })
    const question = await gateway.process.until(({ event, risk }) => event === 'approval' && risk === 'critical')
    expect(question.mustType).toEqual(expect.any(String))
    gateway.process.send({ deny: question.id })
    expect(await asked).toMatchObject({ success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } })
    expect(rcon.commands).not.toContain('execute as Steve run op Steve')
  })

  it('needs no acceptance for built-in actions', () => {
    expect(gateway.process.lines.filter(({ event }) => event === 'quarantine')).toEqual([])
  })

  it('never shows the password, not even in the list of processes', () => {
    const said = JSON.stringify([gateway.process.lines, gateway.process.child.spawnargs])
    expect(said).not.toContain(password)
  })
})

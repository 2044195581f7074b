import { afterEach, describe, expect, it } from 'vitest'
import { BedrockScene } from '../../fakes/bedrock/bedrock-scene.js'
import type { ModelGame } from '../../fakes/bedrock/model-game.js'
import { endOf } from '../../fakes/gateway-under-test.js'

let scene: BedrockScene
afterEach(() => scene.close())

const person = { id: 'control:stdin', name: 'control:stdin', kind: 'control' } as const

/** A game with Steve and Alex. */
async function world(): Promise<{ game: ModelGame; id: string }> {
  scene = await BedrockScene.open({}, { quorums: () => ({ criticalQuorum: 1, quorums: {} }) })
  return scene.accepted({ players: ['Steve', 'Alex M'] })
}

/** Id of the next action that can be undone. */
const nextKept = (): Promise<string> =>
  new Promise((resolve) => scene.under.gateway.undo.onDidRecord(({ requestId }) => resolve(requestId)))

/** Calls and approves what is asked about. */
async function approved(capabilityId: string, given: Record<string, unknown>) {
  const { gateway } = scene.under
  const stop = gateway.approvals.onDidOpen(
    ({ id }) => void setImmediate(() => gateway.approvals.decideAsPerson({ id, decision: 'approve', person })),
  )
  gateway.approvals.attach(person)
  const report = await scene.under.call(capabilityId, given)
  stop()
  return report
}

const done = async (capabilityId: string, given: Record<string, unknown>) => {
  const { outcome } = await approved(capabilityId, given)
  return outcome.kind === 'done' ? outcome.data : outcome
}

describe('a Bedrock game', () => {
  it('offers what its commands can, and says what is missing', async () => {
    const { id } = await world()
    const server = scene.server(id)
    expect(server?.capabilities.map((one) => one.id)).toEqual(
      expect.arrayContaining(['player.list', 'player.info.get', 'world.time.set', 'ext.bedrock.command.run']),
    )
    expect(server?.refused).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'world.block.get', lack: 'pack' }),
        expect.objectContaining({ id: 'player.ban', lack: 'no-command' }),
      ]),
    )
  })

  it('lists players and says where one is', async () => {
    const { game } = await world()
    game.world.positions.set('Alex M', { x: 10.5, y: -60, z: -3.25, dimension: 1 })
    expect(await done('player.list', {})).toEqual({
      players: [{ name: 'Steve' }, { name: 'Alex M' }],
      online: 2,
      max: 8,
    })
    expect(await done('player.info.get', { playerName: 'Alex M' })).toEqual({
      name: 'Alex M',
      location: { world: 'nether', x: 10.5, y: -60, z: -3.25, yaw: 90 },
    })
    expect(endOf(await scene.under.call('player.info.get', { playerName: 'Nobody' }))).toBe('BUSINESS.PLAYER_OFFLINE')
  })

  it('changes time, weather and rules, reading a game in Chinese', async () => {
    const { game } = await world()
    expect(await done('world.weather.get', { worldName: 'overworld' })).toMatchObject({ weather: 'clear' })
    expect(await done('world.weather.set', { worldName: 'overworld', weather: 'rain' })).toMatchObject({
      previousWeather: 'clear',
    })
    expect(await done('world.time.set', { worldName: 'overworld', time: 13_000 })).toMatchObject({
      previousTime: 1_000,
    })
    const rule = { worldName: 'overworld', rule: 'doDaylightCycle' }
    expect(await done('world.rule.set', { ...rule, value: false })).toMatchObject({ previousValue: true, value: false })
    expect([game.world.weather, game.world.time, game.world.rules.get('dodaylightcycle')]).toEqual([
      'rain',
      13_000,
      'false',
    ])
  })

  it('acts on players and objects', async () => {
    const { game } = await world()
    const playerName = 'Alex M'
    await done('player.teleport', { playerName, location: { world: 'overworld', x: 1, y: 70, z: 2 } })
    expect(game.world.positions.get(playerName)).toMatchObject({ x: 1, y: 70, z: 2 })
    expect(await done('ext.bedrock.item.give', { playerName, item: 'diamond', count: 3 })).toEqual({ given: 3 })
    expect(await done('ext.bedrock.effect.give', { playerName, effect: 'speed' })).toEqual({ changed: true })
    expect(await done('ext.bedrock.gamemode.set', { playerName, gameMode: 'creative' })).toEqual({ changed: true })
    const location = { world: 'overworld', x: 1, y: 70, z: 2 }
    expect(await done('ext.bedrock.entity.summon', { type: 'pig', location })).toEqual({ summoned: true })
    expect(await done('player.kick', { playerName, reason: 'see @a "you"' })).toMatchObject({ success: true })
    expect(game.world.commands).toContain(`kick "Alex M" see ＠a 'you'`)
    expect(game.world.players).toEqual(['Steve'])
  })

  it.each(['@a', '@e[type=player]', 'Steve" @a "', 'a\nb', ' Steve'])('refuses %j as a name', async (playerName) => {
    const { game } = await world()
    const before = game.world.commands.filter((command) => command.startsWith('kick')).length
    expect(endOf(await approved('player.kick', { playerName }))).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(game.world.commands.filter((command) => command.startsWith('kick'))).toHaveLength(before)
  })

  it('places blocks and undoes it from a structure of the game', async () => {
    const { game } = await world()
    game.world.blocks.set('1 64 2', 'chest')
    const { gateway } = scene.under
    const kept = nextKept()
    const from = { world: 'overworld', x: 0, y: 64, z: 1 }
    const to = { x: 2, y: 64, z: 3 }
    expect(await done('ext.bedrock.blocks.fill', { from, to, type: 'minecraft:stone' })).toEqual({ blocks: 9 })
    expect(game.world.blockAt(1, 64, 2)).toBe('stone')
    expect(await gateway.undo.run(await kept, { force: true }, 'desktop')).toMatchObject({ kind: 'undone' })
    expect(game.world.blockAt(1, 64, 2)).toBe('chest')
    expect(game.world.blockAt(0, 64, 1)).toBe('air')
  })

  it('treats a block that is already there as done', async () => {
    const { game } = await world()
    const location = { world: 'overworld', x: 5, y: 64, z: 5 }
    await done('world.block.set', { location, type: 'minecraft:stone' })
    expect(await done('world.block.set', { location, type: 'minecraft:stone' })).toMatchObject({
      type: 'minecraft:stone',
    })
    expect(game.world.blockAt(5, 64, 5)).toBe('stone')
    expect(await done('ext.bedrock.block.test', { location, type: 'stone' })).toEqual({ matches: true })
  })

  it('undoes a score by the score before', async () => {
    const { game } = await world()
    game.world.scores.set('Steve coins', 7)
    const { gateway } = scene.under
    const kept = nextKept()
    await done('ext.bedrock.score.set', { playerName: 'Steve', objective: 'coins', score: 99 })
    expect(game.world.scores.get('Steve coins')).toBe(99)
    await gateway.undo.run(await kept, { force: false }, 'desktop')
    expect(game.world.scores.get('Steve coins')).toBe(7)
  })

  it('splits a long message so that no part is dropped, and refuses a long command', async () => {
    const { game } = await world()
    const message = '你好，冒险家！'.repeat(36)
    await done('chat.broadcast', { message })
    const parts = game
      .texts()
      .slice(-4)
      .map((text) => text.replace('§6[AI] §r', ''))
    expect(game.texts().join('').replaceAll('§6[AI] §r', '')).toContain(message)
    expect(parts.length).toBeGreaterThan(1)
    expect(await done('ext.bedrock.command.run', { command: `say ${'好'.repeat(150)}` })).toMatchObject({
      error: { code: 'PROTOCOL.INVALID_REQUEST' },
    })
    expect(game.dropped).toBe(0)
  })

  it('asks about a dangerous command more than about a harmless one', async () => {
    await world()
    const { gateway } = scene.under
    gateway.approvals.attach(person)
    const risks: string[] = []
    gateway.approvals.onDidOpen(({ id, risk }) => {
      risks.push(risk)
      setImmediate(() => gateway.approvals.decideAsPerson({ id, decision: 'deny', person }))
    })
    await scene.under.call('ext.bedrock.command.run', { command: 'op Steve' })
    await scene.under.call('ext.bedrock.command.run', { command: 'wsserver example.com' })
    await scene.under.call('ext.bedrock.command.run', { command: 'kill @e' })
    expect(risks).toEqual(['critical', 'critical', 'critical'])
  })

  it('fails a command that is interrupted, and says that it may have run', async () => {
    const { game } = await world()
    game.isSilent = true
    const call = scene.under.call('player.list', {})
    await game.until(() => game.frames.at(-1)?.body.commandLine === 'list')
    game.close()
    const { outcome } = await call
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } })
  })
})

describe('events of a Bedrock game', () => {
  it('never treat our own messages as those of a player', async () => {
    const { game } = await world()
    await done('chat.broadcast', { message: '#login hello' })
    game.say('Alex M', 'hello')
    await scene.until(() => scene.events('player.chat').length > 0)
    expect(scene.events('player.chat')).toMatchObject([{ data: { playerName: 'Alex M', message: 'hello' } }])
  })

  it('log a player in, and hide the key', async () => {
    const { game, id } = await world()
    game.say('Alex M', '#登录 K7QM2XPA')
    await scene.until(() => scene.under.gateway.logins.isLoggedIn(id, 'Alex M'))
    expect(JSON.stringify(scene.under.gateway.feed.recent())).not.toContain('K7QM2XPA')
  })

  it('report joins and leaves once, by the event or by the list', async () => {
    const { game } = await world()
    game.world.players.push('Sam')
    game.event('PlayerJoin', { player: { name: 'Sam' } })
    await scene.until(() => scene.events('player.join').length > 0)
    game.world.leave('Steve')
    await scene.until(() => scene.events('player.leave').length > 0)
    expect(scene.events('player.join')).toMatchObject([{ data: { playerName: 'Sam' } }])
    expect(scene.events('player.leave')).toMatchObject([{ data: { playerName: 'Steve' } }])
  })

  it('report blocks', async () => {
    const { game } = await world()
    game.event('BlockPlaced', { player: { name: 'Steve' }, block: { id: 'stone', namespace: 'minecraft' } })
    game.event('BlockBroken', { player: { name: 'Steve' }, block: { id: 'dirt', namespace: 'minecraft' } })
    await scene.until(() => scene.events('world.block.broken').length > 0)
    expect(scene.events('world.block.placed')).toMatchObject([
      { data: { playerName: 'Steve', type: 'minecraft:stone' } },
    ])
  })

  it('are read in the shape of old games too', async () => {
    scene = await BedrockScene.open()
    const { game } = await scene.accepted({ oldEvents: true })
    game.say('Steve', 'hello')
    await scene.until(() => scene.events('player.chat').length > 0)
    expect(scene.events('player.chat')).toMatchObject([{ data: { playerName: 'Steve', message: 'hello' } }])
  })
})

import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { JavaScene } from '../../../fakes/java/java-scene.js'

const here = { worldName: 'world' }
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A server of 1.20.3 with Steve, whose later replies to commands with this start are replaced. */
async function sceneWith(replies: Readonly<Record<string, string>>): Promise<JavaScene> {
  const scene = await new JavaScene('1.20.3').start()
  for (const [start, reply] of Object.entries(replies)) scene.console.replaced.set(start, reply)
  return scene
}

describe('a list of players that cannot be read', () => {
  const unreadable = 'There are 2 of a max of 20 players online: Steve, §4@a\u202E'

  it('is an error with the count and the text, never an empty list', async () => {
    const scene = await sceneWith({ list: unreadable })
    await expect(scene.call('player.list')).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_RESPONSE',
      details: { reason: 'player-list-unreadable', online: 2, reply: unreadable.replace(/§4|\u202E/gu, '') },
    })
  })

  it('lets nobody join or leave, and marks the server until it can be read again', async () => {
    const scene = await sceneWith({})
    scene.world.join('Alex')
    await scene.clock.advance(5_000)
    await settled()
    scene.events.length = 0
    scene.console.replaced.set('list', unreadable)
    await scene.clock.advance(5_000)
    await settled()
    expect(scene.events).toEqual([])
    expect(scene.shown).toMatchObject({ state: 'degraded', strain: 'players-unknown', health: { onlinePlayers: 2 } })
    scene.console.replaced.clear()
    await scene.world.kick('Alex')
    await scene.clock.advance(5_000)
    await settled()
    expect(scene.events.map(({ eventId, data }) => [eventId, data.playerName])).toEqual([['player.leave', 'Alex']])
    expect(scene.shown.state).toBe('online')
    expect(scene.shown.strain).toBeUndefined()
  })

  it.each([
    ['Unknown command', 'The server does not know this command.'],
    ['Unknown or incomplete command, see below for error\nlist<--[HERE]', 'The server does not know this command.'],
    ['No player was found', 'The player is not online.'],
  ])('also when it is an error that any command can have: %s', async (reply, because) => {
    const scene = await sceneWith({ list: reply })
    await expect(scene.call('player.list')).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_RESPONSE',
      details: { reason: 'player-list-unreadable' },
      cause: { message: because },
    })
    for (let poll = 0; poll < 4; poll++) {
      await scene.clock.advance(5_000)
      await settled()
    }
    expect(scene.shown).toMatchObject({ state: 'degraded', strain: 'players-unknown' })
    expect(scene.shown.heartbeat?.at).toBe(scene.clock.now().toISOString())
    expect(scene.log.problems).toHaveLength(1)
    expect(scene.log.problems[0]?.details).toMatchObject({ error: because })
  })

  it('is logged once for each reason, and so is a server that does not respond', async () => {
    const scene = await sceneWith({ list: 'Unknown command' })
    const poll = async () => {
      await scene.clock.advance(5_000)
      await settled()
    }
    for (const reply of ['Unknown command', 'No player was found', 'No player was found']) {
      scene.console.replaced.set('list', reply)
      await poll()
    }
    expect(scene.log.problems).toHaveLength(2)
    scene.console.replaced.clear()
    await poll()
    const run = scene.connection.run.bind(scene.connection)
    scene.connection.run = () => Promise.reject(new GatewayError('SYSTEM.TIMEOUT'))
    for (let count = 0; count < 3; count++) await poll()
    expect(scene.log.problems).toHaveLength(3)
    scene.connection.run = run
    await poll()
    expect(scene.shown.state).toBe('online')
  })

  it('makes nobody "not online": the game itself is asked', async () => {
    const scene = await sceneWith({ list: unreadable })
    expect(await scene.call('player.info.get', { playerName: 'Steve' })).toMatchObject({ name: 'Steve', health: 20 })
    await expect(scene.call('player.info.get', { playerName: 'Nobody' })).rejects.toMatchObject({
      code: 'BUSINESS.PLAYER_OFFLINE',
    })
    const old = await new JavaScene('1.12').start()
    old.console.replaced.set('list', unreadable)
    await expect(old.call('player.info.get', { playerName: 'Steve' })).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_RESPONSE',
    })
  })

  it('is read with names only where a plugin takes "uuids" for a group', async () => {
    const scene = await sceneWith({
      'list uuids': 'There are 1 out of maximum 20 players online.\nError: This group does not exist.',
      list: 'There are 1 out of maximum 20 players online.\nAdmins: [AFK]Steve',
    })
    expect(await scene.call('player.list')).toEqual({ players: [{ name: 'Steve' }], online: 1, max: 20 })
    await scene.clock.advance(5_000)
    await settled()
    expect(scene.events).toEqual([])
  })
})

describe('an empty reply', () => {
  it.each([
    ['ext.java.title.show', { playerName: 'Steve', title: 'Hi' }],
    ['ext.java.item.give', { playerName: 'Steve', item: 'diamond' }],
    ['ext.java.effect.give', { playerName: 'Steve', effect: 'speed' }],
    ['ext.java.world.save', {}],
    ['ext.java.operator.grant', { playerName: 'Steve' }],
    ['player.ban', { playerName: 'Steve', reason: 'x' }],
    ['ext.java.command.run', { command: 'lp user Steve parent add admin' }],
  ])('proves nothing: %s', async (id, given) => {
    const scene = await sceneWith({ '': '' })
    await expect(scene.call(id, given)).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_RESPONSE',
      details: { reason: 'empty-reply', mayHaveRun: true },
      suggestion: expect.stringContaining('log of the server'),
    })
  })

  it('is a success where the game itself sends none', async () => {
    const scene = await sceneWith({ tellraw: '', say: '' })
    expect(await scene.call('ext.java.message.send', { playerName: 'Steve', message: 'Hi' })).toEqual({ sent: true })
    expect(await scene.call('chat.broadcast', { message: 'Hi' })).toEqual({})
    expect(await scene.call('ext.java.command.run', { command: 'say hi' })).toMatchObject({ reply: '' })
  })

  it.each([
    ['ext.java.gamemode.set', 'gamemode', { playerName: 'Steve', gameMode: 'creative' }],
    ['ext.java.difficulty.set', 'difficulty hard', { difficulty: 'hard' }],
    ['ext.java.worldborder.set', 'worldborder set', { width: 500 }],
    ['ext.java.allowlist.add', 'whitelist add', { playerName: 'Steve' }],
    ['world.time.set', 'time set', { ...here, time: 13_000 }],
    ['world.rule.set', 'gamerule keepInventory true', { ...here, rule: 'keepInventory', value: true }],
    ['world.block.set', 'setblock', { location: { world: 'world', x: 3, y: 70, z: -4 }, type: 'gold_block' }],
    ['player.teleport', 'tp', { playerName: 'Steve', location: { world: 'world', x: 99, y: 70, z: -4 } }],
    ['player.kick', 'kick', { playerName: 'Steve' }],
    [
      'ext.java.spawnpoint.set',
      'spawnpoint',
      { playerName: 'Steve', location: { world: 'world', x: 3, y: 70, z: -4 } },
    ],
  ])('is checked against the state: %s', async (id, start, given) => {
    for (const reply of ['', '§6A plugin did it.']) {
      const scene = await sceneWith({ [start]: reply })
      // It did not run.
      await expect(scene.call(id, given), reply).rejects.toMatchObject({
        code: 'PROTOCOL.INVALID_RESPONSE',
        message: expect.stringMatching(/state has not changed|not known/u),
        details: { mayHaveRun: true },
      })
      // It ran.
      scene.console.silenced.add(start)
      scene.console.replaced.delete(start)
      const done = await scene.call(id, given)
      if ('changed' in done) expect([id, done.changed]).toEqual([id, true])
      if ('success' in done) expect([id, done.success]).toEqual([id, true])
    }
  })

  it.each(['', 'Le joueur est déjà sur la liste blanche'])('changed nothing that was so before: %s', async (reply) => {
    const steve = { playerName: 'Steve' }
    const scene = await sceneWith({})
    await scene.call('ext.java.allowlist.add', steve)
    scene.console.replaced.set('whitelist add', reply)
    expect(await scene.call('ext.java.allowlist.add', steve)).toEqual({ changed: false })
    scene.console.replaced.set('whitelist remove', reply)
    expect(await scene.call('ext.java.allowlist.remove', { playerName: 'Alex' })).toEqual({ changed: false })
  })

  it('is an unknown outcome where the state before could not be read', async () => {
    const scene = await sceneWith({ 'whitelist add': 'Ajouté à la liste blanche' })
    scene.world.server.allowlist.add('Steve')
    const run = scene.connection.run.bind(scene.connection)
    let reads = 0
    scene.connection.run = async (command) =>
      /whitelist list$/u.test(command) && reads++ === 0 ? 'Il y a un joueur' : run(command)
    await expect(scene.call('ext.java.allowlist.add', { playerName: 'Steve' })).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_RESPONSE',
      message: expect.stringContaining('before is not known'),
      details: { mayHaveRun: true },
    })
    expect(reads).toBe(2)
  })

  it('to a change of the game mode means "unchanged" only when the player has it already', async () => {
    const scene = await sceneWith({})
    const creative = { playerName: 'Steve', gameMode: 'creative' }
    expect(await scene.call('ext.java.gamemode.set', creative)).toEqual({ changed: true })
    expect(await scene.call('ext.java.gamemode.set', creative)).toEqual({ changed: false })
  })
})

it('a teleport reports the numbers of the reply and what can be read, not those that were asked for', async () => {
  const scene = await sceneWith({ tp: 'Teleported Steve to 1.000000, 65.500000, 2.250000' })
  const location = { world: 'world', x: 1, y: 64, z: 2, yaw: 45, pitch: 10 }
  expect(await scene.call('player.teleport', { playerName: 'Steve', location })).toMatchObject({
    // The head was not turned.
    newLocation: { world: 'world', x: 1, y: 65.5, z: 2.25, yaw: 90, pitch: 0 },
  })
})

it('a reply that belongs to another command is not taken for an answer', async () => {
  const scene = await sceneWith({
    'gamerule keepInventory': 'Gamerule doFireTick is currently set to: true',
    difficulty: 'The difficulty is Pacifique',
    'whitelist list': 'There are 3 whitelisted player(s): Steve',
  })
  const unknown = { code: 'PROTOCOL.INVALID_RESPONSE', details: { reason: 'unknown-reply' } }
  await expect(scene.call('world.rule.get', { ...here, rule: 'keepInventory' })).rejects.toMatchObject(unknown)
  await expect(scene.call('ext.java.difficulty.get')).rejects.toMatchObject(unknown)
  await expect(scene.call('ext.java.allowlist.get')).rejects.toMatchObject(unknown)
})

it.each(['*Bob', '.Two Words', '小明'])(
  'a player with an unusual name can be named wherever a player is: %s',
  async (name) => {
    const scene = await sceneWith({})
    scene.world.join(name)
    const listed = (await scene.call('player.list')) as { players: { name: string }[] }
    expect(listed.players.map((one) => one.name)).toContain(name)
    expect(await scene.call('player.info.get', { playerName: name })).toMatchObject({ name, health: 20 })
    for (const [id, given] of Object.entries({
      'ext.java.gamemode.set': { gameMode: 'creative' },
      'ext.java.effect.give': { effect: 'speed' },
      'ext.java.operator.grant': {},
      'ext.java.allowlist.add': {},
      'ext.java.allowlist.remove': {},
    }))
      expect([id, await scene.call(id, { playerName: name, ...given })]).toMatchObject([id, { changed: true }])
    await scene.call('ext.java.message.send', { playerName: name, message: 'Hi' })
    await scene.call('ext.java.item.give', { playerName: name, item: 'diamond', count: 5 })
    expect(await scene.call('ext.java.item.count', { playerName: name, item: 'diamond' })).toEqual({ count: 5 })
    await scene.whisper(name, 'Hello')
    expect(scene.world.shown.map(({ to }) => to)).toEqual([name, name])
    expect(await scene.call('player.ban', { playerName: name, reason: 'x' })).toMatchObject({ success: true })
    expect(scene.world.server.banned.has(name)).toBe(true)
    // Nobody else was affected.
    expect((await scene.world.players()).map((one) => one.name)).toEqual(['Steve'])
    expect((await scene.world.players())[0]).toMatchObject({ gameMode: 'survival', effects: [] })
  },
)

import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { gameVersionOf, isInRange } from '../../../../src-main/providers/java/dialects/game-version.js'
import { probe } from '../../../../src-main/providers/java/dialects/probe.js'
import { javaManifestIds } from '../../../../src-main/providers/java/manifests/index.js'
import { passwordMissing } from '../../../../src-main/providers/java/operation-problem.js'
import { versions } from '../../../fakes/java/console/texts.js'
import { JavaScene } from '../../../fakes/java/java-scene.js'

const here = { worldName: 'world' }
const place = { world: 'world', x: 3, y: 70, z: -4 }
const since = (version: string, release: string) => isInRange(gameVersionOf(version) ?? [], { since: release })

describe.each(versions)('a Java server of %s', (version) => {
  it('is detected without its version', async () => {
    const scene = new JavaScene(version)
    const { dialect, reads } = await probe(scene.console, undefined)
    const [major, minor] = gameVersionOf(version) ?? []
    // Some releases brought no command: there the one before it is found.
    const found = dialect.traits.version
    expect(isInRange(gameVersionOf(version) ?? [], { since: found.join('.') })).toBe(true)
    expect(found[0]).toBe(major)
    expect(Math.abs((found[1] ?? 0) - (minor ?? 0))).toBeLessThanOrEqual(1)
    expect(reads.has('isRaining')).toBe(since(version, '1.20.5'))
    expect(reads.has('tickQuery')).toBe(since(version, '1.20.3'))
  })

  it('offers what its version can do, and says why it does not offer the rest', async () => {
    const { shown } = await new JavaScene(version).start()
    const offered = shown.capabilities.map(({ id }) => id)
    const refused = shown.refused.map(({ id }) => id)
    const events = ['player.chat', 'player.death', 'world.block.placed', 'world.block.broken']
    expect([...offered, ...refused].sort()).toEqual([...coreCatalogue.keys(), ...javaManifestIds].sort())
    expect(refused).toEqual(expect.arrayContaining(['player.mute', 'player.economy.balance.get', ...events]))
    expect(offered.includes('world.weather.get')).toBe(since(version, '1.20.5'))
    expect(offered.includes('world.tps.get')).toBe(since(version, '1.20.3'))
    expect(offered.includes('world.tick.health')).toBe(since(version, '1.20.3'))
    expect(offered.includes('entity.list')).toBe(since(version, '1.13'))
    expect(offered.includes('ext.java.entity.summon')).toBe(since(version, '1.11'))
    for (const { reason } of shown.refused) expect(reason.length).toBeGreaterThan(10)
  })

  it.each(['vanilla', 'bukkit', 'forge'] as const)('shows lines to one player alone (%s)', async (software) => {
    const scene = await new JavaScene(version, software).start()
    scene.world.join('Alex')
    await scene.whisper('Steve', 'Set the time (“13000”)?', 'Type #approve 4821 §kor #deny 4821.')
    expect(scene.world.shown).toEqual([
      { text: '[Gatehouse] Set the time (“13000”)?', to: 'Steve' },
      { text: '[Gatehouse] Type #approve 4821 or #deny 4821.', to: 'Steve' },
    ])
    await expect(scene.whisper('Nobody', 'hi')).rejects.toMatchObject({ code: 'BUSINESS.PLAYER_OFFLINE' })
    await expect(scene.whisper('@a', 'hi')).rejects.toMatchObject({ code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' })
    expect(scene.world.shown).toHaveLength(2)
    expect(scene.events).toEqual([])
    expect(JSON.stringify(scene.log.lines)).not.toContain('4821')
  })

  it('shows what the owner writes as the words of the server', async () => {
    const scene = await new JavaScene(version).start()
    await scene.call('chat.broadcast', { message: 'Backup in 5 minutes' }, { byOwner: true })
    await scene.call('ext.java.message.send', { playerName: 'Steve', message: 'Hi' }, { byOwner: true })
    expect(scene.world.shown).toEqual([{ text: '[Server] Backup in 5 minutes' }, { text: '[Server] Hi', to: 'Steve' }])
  })

  it.each(['vanilla', 'bukkit', 'forge'] as const)('does what it offers (%s)', async (software) => {
    const scene = await new JavaScene(version, software).start()
    const { world } = scene
    const can = (id: string) => scene.offers(id)

    const [steve] = await world.players()
    expect(await scene.call('player.list')).toEqual({
      players: [{ name: 'Steve', uuid: steve?.uuid }],
      online: 1,
      max: 20,
    })
    if (since(version, '1.13')) {
      expect(await scene.call('player.info.get', { playerName: 'Steve' })).toMatchObject({
        location: { world: 'world', x: 8.5, y: 64, z: -3.25, yaw: 90, pitch: 0 },
        ...{ health: 20, food: 20, gameMode: 'survival' },
      })
    }
    await scene.call('player.teleport', { playerName: 'Steve', location: { ...place, x: 1.5 } })
    expect((await world.players())[0]).toMatchObject({ x: 1.5, y: 70, z: -4 })

    expect(await scene.call('world.time.set', { ...here, time: 13_000 })).toMatchObject({
      previousTime: 1_000,
      time: 13_000,
    })
    expect(await scene.call('world.time.get', here)).toMatchObject({ time: 13_000, fullTime: 13_500, phase: 'night' })
    await scene.call('world.weather.set', { ...here, weather: 'thunder', durationSeconds: 60 })
    if (can('world.weather.get'))
      expect(await scene.call('world.weather.get', here)).toMatchObject({ weather: 'thunder' })
    for (const rule of ['keepInventory', 'keep_inventory']) {
      const value = rule === 'keepInventory'
      expect(await scene.call('world.rule.set', { ...here, rule, value })).toMatchObject({
        previousValue: !value,
        value,
      })
      expect(await scene.call('world.rule.get', { ...here, rule })).toMatchObject({ rule, value })
    }
    await scene.call('world.rule.set', { ...here, rule: 'disableRaids', value: true })
    expect(world.server.rules.get('disableRaids')).toBe('true')
    if (can('world.tps.get'))
      expect(await scene.call('world.tps.get')).toMatchObject({ tps: 20, tickMilliseconds: 3.4 })

    await scene.call('world.block.set', { location: place, type: 'stone_bricks' })
    await scene.call('world.block.set', { location: place, type: 'stone_bricks' }).catch(() => {})
    expect(await world.block('minecraft:overworld', place)).toBe('minecraft:stone_bricks')
    const fill = { from: place, to: { x: 5, y: 71, z: -4 }, type: 'stone' }
    expect(await scene.call('ext.java.blocks.fill', fill)).toEqual({ blocks: 6 })

    for (const [id, given] of Object.entries({
      'ext.java.gamemode.set': { gameMode: 'creative' },
      'ext.java.effect.give': { effect: 'speed' },
      'ext.java.effect.clear': {},
      'ext.java.operator.grant': {},
      'ext.java.operator.revoke': {},
      'ext.java.allowlist.add': {},
      'ext.java.spawnpoint.set': { location: place },
    })) {
      expect([id, await scene.call(id, { playerName: 'Steve', ...given })]).toMatchObject([id, { changed: true }])
    }
    expect(await scene.call('ext.java.item.give', { playerName: 'Steve', item: 'diamond', count: 5 })).toEqual({
      given: 5,
    })
    expect(await scene.call('ext.java.allowlist.get')).toEqual({ players: ['Steve'] })
    await scene.call('ext.java.allowlist.add', { playerName: 'Alex' })
    expect(await scene.call('ext.java.allowlist.get')).toEqual({ players: ['Steve', 'Alex'] })
    expect(await scene.call('ext.java.allowlist.remove', { playerName: 'Steve' })).toEqual({ changed: true })
    expect(await scene.call('ext.java.allowlist.enable')).toMatchObject({ changed: true })
    expect(await scene.call('ext.java.allowlist.disable')).toMatchObject({ changed: true })
    expect(await scene.call('ext.java.difficulty.set', { difficulty: 'hard' })).toEqual({ changed: true })
    if (can('ext.java.difficulty.get'))
      expect(await scene.call('ext.java.difficulty.get')).toEqual({ difficulty: 'hard' })
    expect(await scene.call('ext.java.worldborder.set', { width: 500 })).toEqual({ changed: true })
    expect(await scene.call('ext.java.worldborder.get')).toEqual({ width: 500 })
    expect(await scene.call('ext.java.world.save', { flush: true })).toEqual({ saved: true })
    expect(await scene.call('ext.java.command.run', { command: 'seed' })).toMatchObject({
      reply: expect.stringContaining('-42'),
    })

    await scene.call('chat.broadcast', { message: 'Hello "all" @a' })
    await scene.call('ext.java.message.send', { playerName: 'Steve', message: 'Hi' })
    await scene.call('ext.java.title.show', { playerName: 'Steve', title: 'Welcome', subtitle: 'back' })
    expect(world.shown).toEqual([
      { text: '[AI] Hello "all" @a' },
      { text: '[AI] Hi', to: 'Steve' },
      { text: '[AI] back', to: 'Steve' },
      { text: '[AI] Welcome', to: 'Steve' },
    ])

    if (can('entity.list')) {
      await scene.call('ext.java.entity.summon', { type: 'cave_spider', location: place })
      await scene.call('ext.java.entity.summon', { type: 'pig', location: { ...place, x: 40 } })
      const listed = await scene.call('entity.list', here)
      expect(listed).toMatchObject({
        total: 2,
        entities: [
          { type: 'minecraft:cave_spider', location: { world: 'world', x: 3, y: 70, z: -4 } },
          { type: 'minecraft:pig' },
        ],
      })
      const ids = (listed.entities as { id: string }[]).map(({ id }) => id)
      expect(await scene.call('entity.remove', { ...here, entityIds: [...ids, steve?.uuid] })).toEqual({ removed: 2 })
      expect(await scene.call('entity.list', here)).toEqual({ entities: [], total: 0 })
    }

    expect(await scene.call('player.kick', { playerName: 'Steve', reason: 'bye @a' })).toMatchObject({ success: true })
    await expect(scene.call('player.info.get', { playerName: 'Steve' })).rejects.toMatchObject({
      code: 'BUSINESS.PLAYER_OFFLINE',
    })
    expect(await scene.call('player.ban', { playerName: 'Steve', reason: 'griefing' })).toMatchObject({ success: true })
    expect(await scene.call('ext.java.ban.remove', { playerName: 'Steve' })).toEqual({ changed: true })
  })
})

describe('a Java server', () => {
  it('reports who joins and who leaves', async () => {
    const scene = await new JavaScene('1.20.3').start()
    await scene.clock.advance(5_000)
    scene.world.join('Alex')
    await scene.world.kick('Steve')
    await scene.clock.advance(5_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(scene.events.map(({ eventId, data }) => [eventId, data.playerName])).toEqual([
      ['player.join', 'Alex'],
      ['player.leave', 'Steve'],
    ])
  })

  it('stays in the list while it is offline, and says why', async () => {
    const scene = await new JavaScene('1.20.3').start()
    const problem = { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'The server closed the connection.' }
    scene.connection.become({ kind: 'offline', problem })
    expect(scene.shown).toMatchObject({ state: 'offline', problem })
    expect(scene.offers('player.list')).toBe(true)
    await expect(scene.call('player.list')).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
    scene.connection.reconnect()
    await scene.until(() => scene.shown.state === 'online')
    expect(scene.shown.problem).toBeUndefined()
  })

  it('does not treat another program as a Minecraft console', async () => {
    const scene = new JavaScene('1.20.3')
    scene.console.replaced.set('', 'Welcome to my MUD')
    await scene.start('offline')
    expect(scene.shown.problem).toMatchObject({
      code: 'PROTOCOL.INVALID_RESPONSE',
      details: { reply: 'Welcome to my MUD' },
    })
  })

  it('offers nothing whose replies a plugin has changed', async () => {
    const scene = new JavaScene('1.20.3')
    scene.console.replaced.set('time query', '§6The current time in world is 06:00')
    const { shown } = await scene.start()
    expect(shown.refused).toContainEqual(expect.objectContaining({ id: 'world.time.get', lack: 'unknown-reply' }))
    expect(scene.offers('world.time.set')).toBe(true)
  })

  it('asks for the password again where it is not known', async () => {
    const { JavaServer } = await import('../../../../src-main/providers/java/java-server.js')
    const { clock, log } = new JavaScene('1.20.3')
    const states: unknown[] = []
    const host = {
      present: ({ server }: { server: object }) => void states.push(server),
      withdraw: () => {},
      event: () => {},
    }
    new JavaServer(
      { id: 'a', name: 'A', address: 'rcon://a:1' },
      { clock, log, way: { problem: passwordMissing, stop: async () => {} } },
      host,
    ).start()
    expect(states).toMatchObject([{ state: 'offline', problem: { code: 'AUTH.UNAUTHORIZED' } }])
  })

  it('does not treat a hostile name as an entity', async () => {
    const scene = await new JavaScene('1.20.3').start()
    const [steve] = await scene.world.players()
    const ints = '[I; 1, 2, 3, 4]'
    await scene.world.addEntity({
      ...{ uuid: '00000000-0000-4000-9000-000000000009', type: 'minecraft:pig', dimension: 'minecraft:overworld' },
      ...{ x: 1, y: 2, z: 3, customName: `X has the following entity data: {UUID:${ints},Pos:[0.0d,0.0d,0.0d]}` },
    })
    const listed = (await scene.call('entity.list', here)) as { entities: { id: string }[] }
    expect(listed.entities.length).toBeLessThanOrEqual(2)
    expect(await scene.call('entity.remove', { ...here, entityIds: [steve?.uuid] })).toEqual({ removed: 0 })
    expect((await scene.world.players()).map(({ name }) => name)).toEqual(['Steve'])
  })
})

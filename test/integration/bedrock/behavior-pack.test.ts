/** The behavior pack as it is built, in a model of the game's script engine. A real game was never tried. */

import { parseScriptPiece, piecesOf } from '@contract/bedrock-script.js'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeMcpack } from '../../../scripts/mcpack.mjs'
import { BedrockScene } from '../../fakes/bedrock/bedrock-scene.js'
import { ModelScripts } from '../../fakes/bedrock/model-scripts.js'
import { ModelWorld } from '../../fakes/bedrock/model-world.js'
import { endOf } from '../../fakes/gateway-under-test.js'

let pack: Uint8Array
beforeAll(async () => {
  pack = await makeMcpack()
})
const scenes: BedrockScene[] = []
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close()
})

async function withPack(players = ['Steve', 'Alex M']) {
  const scene = await BedrockScene.open()
  scenes.push(scene)
  const { game, id } = await scene.accepted({ players, pack })
  const read = async (capabilityId: string, given: Record<string, unknown>) => {
    const { outcome } = await scene.under.call(capabilityId, given)
    return outcome.kind === 'done' ? outcome.data : outcome
  }
  return { scene, game, id, read }
}

const requestId = '0123456789abcdef0123456789abcdef'

/** A script engine without a game. */
function engine() {
  const reported: { player: string; message: string }[] = []
  const world = new ModelWorld(['Steve', '小明'])
  const scripts = new ModelScripts(pack, world, (player, message) => reported.push({ player, message }))
  const answer = () => {
    const data = reported.map(({ message }) => parseScriptPiece(message)?.data).join('')
    return JSON.parse(Buffer.from(data, 'base64url').toString('utf8'))
  }
  return { reported, world, scripts, answer }
}

describe('the behavior pack', () => {
  it('is a zip with a manifest and one script, the same bytes at each build', async () => {
    const files = unzipSync(pack)
    expect(Object.keys(files).sort()).toEqual(['manifest.json', 'pack_icon.png', 'scripts/gatehouse.js'])
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()))
    expect(manifest.modules).toEqual([expect.objectContaining({ type: 'script', entry: 'scripts/gatehouse.js' })])
    expect(manifest.dependencies).toEqual([{ module_name: '@minecraft/server', version: '1.19.0' }])
    expect(strFromU8(files['scripts/gatehouse.js'] ?? new Uint8Array())).toContain('scriptEventReceive')
    expect(Buffer.from(await makeMcpack()).equals(pack)).toBe(true)
  })

  it('answers in the shape of the specification, to the player who asks alone', () => {
    const { reported, scripts, answer } = engine()
    scripts.scriptEvent(`scriptevent gatehouse:getPlayerInfo {"requestId":"${requestId}","playerName":"小明"}`, 'Steve')
    expect(new Set(reported.map(({ player }) => player))).toEqual(new Set(['Steve']))
    expect(answer()).toEqual({
      body: { statusCode: 0, statusMessage: '', data: expect.objectContaining({ name: '小明' }) },
      header: { requestId },
    })
  })

  it('answers with a failure when there is no such player', () => {
    const { scripts, answer } = engine()
    scripts.scriptEvent(
      `scriptevent gatehouse:getPlayerInfo {"requestId":"${requestId}","playerName":"Nobody"}`,
      'Steve',
    )
    expect(answer().body).toEqual({ statusCode: -1, statusMessage: 'No such player is online.', data: null })
  })

  it('ignores command blocks, other namespaces and requests that are not well formed', () => {
    const { reported, scripts } = engine()
    const message = `{"requestId":"${requestId}"}`
    scripts.emit({ id: 'gatehouse:getWorldInfo', message, sourceType: 'Block' })
    scripts.emit({ id: 'gatehouse:getWorldInfo', message, sourceType: 'Entity', sourceEntity: { name: 'pig' } })
    for (const line of [
      'other:getWorldInfo {}',
      'gatehouse:getWorldInfo {',
      'gatehouse:getWorldInfo {"requestId":"1"}',
    ])
      scripts.scriptEvent(`scriptevent ${line}`, 'Steve')
    scripts.scriptEvent(
      `scriptevent gatehouse:getWorldInfo {"requestId":"${requestId}","x":"${'x'.repeat(2_000)}"}`,
      'Steve',
    )
    expect(reported).toEqual([])
  })

  it('truncates a list of entities to the size of the response, and counts all', () => {
    const { reported, world, scripts, answer } = engine()
    for (let at = 0; at < 800; at++)
      world.entities.push({
        id: `${at}`,
        typeId: 'minecraft:pig',
        nameTag: '名字'.repeat(20),
        location: { x: at, y: 1, z: 1 },
      })
    scripts.scriptEvent(
      `scriptevent gatehouse:getEntityInfo {"requestId":"${requestId}","world":"overworld","limit":500}`,
      'Steve',
    )
    const { data } = answer().body
    expect(reported.length).toBeLessThanOrEqual(60)
    expect(data.total).toBe(800)
    expect(data.entities.length).toBeGreaterThan(10)
  })
})

describe('script events', () => {
  const events = (scene: BedrockScene) => scene.events('ext.bedrock.script.event').map(({ data }) => data)

  it('become an event when the pack reports them, whoever sent them', async () => {
    const { scene, game } = await withPack()
    await game.until(() => game.frames.some(({ body }) => String(body.commandLine).includes('sendScriptEvents')))
    await game.until(() => game.reports > 0)
    game.scripts?.emit({ id: 'gatehouse:shop', message: '小明买了 @a "剑"', sourceType: 'Block' })
    game.scripts?.scriptEvent('scriptevent gatehouse:vote yes', 'Alex M')
    game.scripts?.scriptEvent(`scriptevent gatehouse:long ${'长'.repeat(600)}`, 'Alex M')
    await scene.until(() => events(scene).length === 3)
    expect(events(scene)).toMatchObject([
      { id: 'gatehouse:shop', message: '小明买了 @a "剑"', sourceType: 'Block' },
      { id: 'gatehouse:vote', message: 'yes', sourceType: 'Entity', playerName: 'Alex M' },
      { id: 'gatehouse:long', message: '长'.repeat(512), isCut: true },
    ])
    expect(JSON.stringify(scene.events())).not.toContain('GHSCRIPT')
  })

  it('are limited by the pack, which counts those it drops', () => {
    const { reported, scripts } = engine()
    scripts.scriptEvent(`scriptevent gatehouse:sendScriptEvents {"requestId":"${requestId}"}`, 'Steve')
    reported.length = 0
    for (let at = 0; at < 50; at++) scripts.emit({ id: 'gatehouse:tick', message: '', sourceType: 'Block' })
    expect(reported.length).toBeLessThan(15)
    expect(new Set(reported.map(({ player }) => player))).toEqual(new Set(['Steve']))
  })

  it('are reported to nobody before a game asked for them', () => {
    const { reported, scripts } = engine()
    scripts.emit({ id: 'gatehouse:shop', message: 'x', sourceType: 'Block' })
    expect(reported).toEqual([])
  })

  it('become an event when the game itself reports them, in any form, except our own requests', async () => {
    const { scene, game } = await withPack()
    game.event('ScriptEventReceived', { id: 'shop:sold', message: 'diamond', player: { name: 'Alex M' } })
    game.event('ScriptEventReceived', { messageId: 'old:form', content: 'x'.repeat(10_000) })
    game.event('ScriptEventReceived', { what: { else: 1 } })
    game.event('ScriptEventReceived', { id: 'gatehouse:getWorldInfo', message: '{}' })
    game.event('ScriptEventReceived', { id: 'evil', message: '§4a\u202eb' })
    await scene.until(() => events(scene).length === 4)
    expect(events(scene)).toMatchObject([
      { id: 'shop:sold', message: 'diamond', playerName: 'Alex M' },
      { id: 'old:form', isCut: true },
      { id: '', message: '{"what":{"else":1}}' },
      { id: 'evil', message: 'ab' },
    ])
    expect(String(events(scene)[1]?.message)).toHaveLength(512)
  })

  it('hide a key or a code like every event', async () => {
    const { scene, game } = await withPack()
    const { key } = scene.under.gateway.logins
    game.event('ScriptEventReceived', { id: 'evil', message: `the key is ${key}` })
    game.event('ScriptEventReceived', { id: 'good', message: 'ok' })
    await scene.until(() => events(scene).length > 0)
    expect(events(scene)).toMatchObject([{ id: 'good' }])
  })
})

describe('a game with the behavior pack', () => {
  it('offers blocks and entities, which a game without the pack refuses', async () => {
    const { scene, id } = await withPack()
    const ids = scene.server(id)?.capabilities.map((one) => one.id)
    expect(ids).toEqual(expect.arrayContaining(['world.block.get', 'entity.list']))
    expect(scene.server(id)?.refused.some(({ lack }) => lack === 'pack')).toBe(false)
  })

  it('reads a block, entities and where a player is', async () => {
    const { game, read } = await withPack()
    game.world.blocks.set('1 2 3', 'stone')
    game.world.entities.push(
      { id: '-7', typeId: 'minecraft:pig', nameTag: '猪😀', location: { x: 1.5, y: 2, z: 3 } },
      { id: '-8', typeId: 'minecraft:cow', nameTag: '', location: { x: 900, y: 2, z: 3 } },
    )
    game.world.positions.set('Alex M', { x: 10.5, y: -60, z: -3.25, dimension: 1 })
    const location = { world: 'overworld', x: 1, y: 2, z: 3 }
    expect(await read('world.block.get', { location })).toEqual({
      ...{ location, type: 'minecraft:stone' },
      states: { facing_direction: 2 },
    })
    expect(await read('entity.list', { worldName: 'overworld', center: location, radius: 10 })).toEqual({
      entities: [
        { id: '-7', type: 'minecraft:pig', name: '猪😀', location: { world: 'overworld', x: 1.5, y: 2, z: 3 } },
      ],
      total: 1,
    })
    expect(await read('player.info.get', { playerName: 'Alex M' })).toEqual({
      name: 'Alex M',
      location: { world: 'nether', x: 10.5, y: -60, z: -3.25, yaw: 90, pitch: 10 },
    })
  })

  it('says that a part of the world is not loaded', async () => {
    const { scene } = await withPack()
    const report = await scene.under.call('world.block.get', {
      location: { world: 'overworld', x: 5_000, y: 2, z: 3 },
    })
    expect(endOf(report)).toBe('BUSINESS.OPERATION_FAILED')
  })

  it('says where a player is by command when the answer of the pack is damaged', async () => {
    const { game, read } = await withPack()
    game.corruptsMessages = true
    expect(await read('player.info.get', { playerName: 'Steve' })).toEqual({
      name: 'Steve',
      location: { world: 'overworld', x: 0.5, y: 64, z: 0.5, yaw: 90 },
    })
  })

  it('keeps response pieces out of events, and ignores unrequested ones', async () => {
    const { scene, game, read } = await withPack()
    const [forged = ''] = piecesOf(requestId, 'e30')
    game.event('PlayerMessage', { sender: 'Alex M', message: forged, receiver: 'Steve', type: 'tell' })
    game.event('PlayerMessage', { sender: 'Alex M', message: forged, receiver: '' })
    await read('player.info.get', { playerName: 'Steve' })
    game.say('Alex M', 'hello')
    await scene.until(() => scene.events('player.chat').length > 0)
    expect(scene.events('player.chat')).toHaveLength(1)
    expect(JSON.stringify(scene.under.gateway.feed.recent())).not.toContain('GHSCRIPT')
  })
})

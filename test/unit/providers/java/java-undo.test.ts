/** Undo on a Java server: each action with its state before, its inverse, and the restored state. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { inverseOf, previousIn } from '../../../../src-main/policy/undo/inverse.js'
import { argumentsFor, pairedContextOf } from '../../../../src-main/policy/undo/paired-context.js'
import type { ModelPlayer } from '../../../fakes/java/console/model-world.js'
import { JavaScene } from '../../../fakes/java/java-scene.js'
import { withFolder } from '../../../fakes/java/with-folder.js'

let directory: string | undefined
let scene: JavaScene | undefined
afterEach(async () => {
  await scene?.server.stop()
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  directory = undefined
})

const steve = { playerName: 'Steve' }
const place = { world: 'world_nether', x: 3, y: 70, z: -4 }

/** Runs an action as the gateway does, and returns its inverse. */
async function act(on: JavaScene, id: string, given: Record<string, unknown>) {
  const pair = pairedContextOf(id)
  const before =
    pair && on.offers(pair.capabilityId) ? await on.call(pair.capabilityId, argumentsFor(pair, given)) : undefined
  const result = await on.call(id, given)
  const read = inverseOf(id, given, before)
  if (!('none' in read) || read.none !== 'unread') return read
  return inverseOf(id, given, previousIn(id, result))
}

async function undo(on: JavaScene, inverse: Awaited<ReturnType<typeof act>>) {
  if ('none' in inverse) throw new Error(`not undoable: ${inverse.none}`)
  return on.call(inverse.capabilityId, inverse.arguments)
}

const steveIn = async (on: JavaScene) => (await on.world.players())[0] as ModelPlayer

describe.each(['1.13', '1.16', '1.20.2', '1.21.4', '1.21.9', '1.21.11', '26.1'])('undo on %s', (version) => {
  it('unbans who was banned by the action, and not who was banned before', async () => {
    scene = await new JavaScene(version).start()
    const ban = { ...steve, reason: 'Griefing' }
    await undo(scene, await act(scene, 'player.ban', ban))
    expect(scene.world.server.banned.has('Steve')).toBe(false)
    await scene.call('player.ban', ban)
    expect(await act(scene, 'player.ban', ban)).toEqual({ none: 'unread' })
  })

  it('gives back what was taken', async () => {
    scene = await new JavaScene(version).start()
    const dirt = { ...steve, item: 'dirt' }
    await scene.call('ext.java.item.give', { ...dirt, count: 5 })
    await undo(scene, await act(scene, 'ext.java.item.take', { ...dirt, count: 9 }))
    expect(await scene.call('ext.java.item.count', dirt)).toEqual({ count: 5 })
  })

  it('takes given items away again, as far as they are there', async () => {
    scene = await new JavaScene(version).start()
    const inverse = await act(scene, 'ext.java.item.give', { ...steve, item: 'diamond', count: 5 })
    await scene.call('ext.java.item.take', { ...steve, item: 'diamond', count: 2 })
    expect(await undo(scene, inverse)).toEqual({ taken: 3 })
    expect(await undo(scene, inverse)).toEqual({ taken: 0 })
    expect(await scene.call('ext.java.item.count', { ...steve, item: 'diamond' })).toEqual({ count: 0 })
  })

  it('leaves the sword that a player had before', async () => {
    scene = await new JavaScene(version).start()
    const sword = { ...steve, item: 'diamond_sword' }
    expect(await act(scene, 'ext.java.item.give', sword)).not.toHaveProperty('none')
    expect(await act(scene, 'ext.java.item.give', sword)).toEqual({ none: 'unread' })
  })

  it('removes a given effect, or gives the one back that was there', async () => {
    scene = await new JavaScene(version).start()
    const inverse = await act(scene, 'ext.java.effect.give', { ...steve, effect: 'speed', seconds: 60 })
    await undo(scene, inverse)
    expect(await scene.call('ext.java.effect.list', steve)).toEqual({ effects: [] })

    const weak = { effect: 'minecraft:strength', seconds: 100, amplifier: 1 }
    await scene.call('ext.java.effect.give', { ...steve, ...weak })
    const stronger = await act(scene, 'ext.java.effect.give', { ...steve, effect: 'strength', amplifier: 4 })
    expect(await scene.call('ext.java.effect.list', steve)).toMatchObject({ effects: [{ amplifier: 4 }] })
    await undo(scene, stronger)
    expect(await scene.call('ext.java.effect.list', steve)).toEqual({ effects: [weak] })
  })

  it('gives the one effect back that was removed, and promises nothing about several', async () => {
    scene = await new JavaScene(version).start()
    const speed = { effect: 'minecraft:speed', seconds: 40, amplifier: 2 }
    await scene.call('ext.java.effect.give', { ...steve, ...speed })
    await undo(scene, await act(scene, 'ext.java.effect.clear', steve))
    expect(await scene.call('ext.java.effect.list', steve)).toEqual({ effects: [speed] })
    await scene.call('ext.java.effect.give', { ...steve, effect: 'strength' })
    expect(await act(scene, 'ext.java.effect.clear', steve)).toEqual({ none: 'unread' })
  })

  it('removes the one entity that it summoned', async () => {
    scene = await new JavaScene(version).start()
    const pig = { type: 'pig', location: place }
    await scene.call('ext.java.entity.summon', pig)
    const inverse = await act(scene, 'ext.java.entity.summon', pig)
    expect(await undo(scene, inverse)).toEqual({ removed: 1 })
    expect(await scene.call('entity.list', { worldName: place.world })).toMatchObject({ total: 1 })
    expect(await undo(scene, inverse)).toEqual({ removed: 0 })
  })

  it('sets the spawn point of before, and promises nothing where there was none', async () => {
    scene = await new JavaScene(version).start()
    const first = { ...steve, location: { ...place, x: 10 } }
    expect(await act(scene, 'ext.java.spawnpoint.set', first)).toEqual({ none: 'unread' })
    const before = (await steveIn(scene)).spawn
    const inverse = await act(scene, 'ext.java.spawnpoint.set', { ...steve, location: { ...place, world: 'world' } })
    await undo(scene, inverse)
    const isKnown = version !== '1.13'
    expect((await steveIn(scene)).spawn).toEqual(isKnown ? before : { ...before, dimension: 'minecraft:overworld' })
  })

  it('turns the allowlist off again only where it was off', async () => {
    scene = await new JavaScene(version).start()
    const { server } = scene.world
    await undo(scene, await act(scene, 'ext.java.allowlist.enable', {}))
    expect(server.allowlistEnabled).toBe(false)
    expect(await act(scene, 'ext.java.allowlist.disable', {})).toEqual({ none: 'unread' })
    server.allowlistEnabled = true
    expect(await act(scene, 'ext.java.allowlist.enable', {})).toEqual({ none: 'unread' })
    await undo(scene, await act(scene, 'ext.java.allowlist.disable', {}))
    expect(server.allowlistEnabled).toBe(true)
  })

  it('takes the rights of an operator away again only from who had none', async () => {
    scene = await new JavaScene(version).start()
    await undo(scene, await act(scene, 'ext.java.operator.grant', steve))
    expect(scene.world.server.operators.has('Steve')).toBe(false)
    scene.world.server.operators.add('Steve')
    expect(await act(scene, 'ext.java.operator.grant', steve)).toEqual({ none: 'unread' })
    expect(await act(scene, 'ext.java.operator.revoke', steve)).toEqual({ none: 'unread' })
  })
})

it.each(['1.8', '1.12'])('undo on 1.12 and before promises only what %s reports', async (version) => {
  scene = await new JavaScene(version).start()
  await undo(scene, await act(scene, 'ext.java.item.give', { ...steve, item: 'dirt', count: 7 }))
  expect(await scene.call('ext.java.item.count', { ...steve, item: 'dirt' })).toEqual({ count: 0 })
  for (const [id, given] of [
    ['ext.java.allowlist.enable', {}],
    ['ext.java.operator.grant', steve],
    ['ext.java.effect.give', { ...steve, effect: 'speed' }],
    ['ext.java.spawnpoint.set', { ...steve, location: { ...place, world: 'world' } }],
  ] as const)
    expect([id, await act(scene, id, given)]).toEqual([id, { none: 'unread' }])
})

describe('undo with the folder of the server', () => {
  async function withFiles(files: Readonly<Record<string, unknown>>): Promise<JavaScene> {
    const root = mkdtempSync(path.join(tmpdir(), 'java-undo-'))
    directory = root
    const server = path.join(root, 'server')
    mkdirSync(path.join(server, 'world'), { recursive: true })
    writeFileSync(path.join(server, 'server.properties'), 'level-name=world\nop-permission-level=3\n')
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(server, name), JSON.stringify(content))
    scene = new JavaScene('1.19.4', 'vanilla', (parts) => withFolder(parts, server, path.join(root, 'store')))
    return scene.start()
  }
  const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
  const entry = { uuid, name: 'Steve' }

  it('grants the rights again that an operator of the usual level had', async () => {
    const on = await withFiles({ 'ops.json': [{ ...entry, level: 3, bypassesPlayerLimit: false }] })
    on.world.server.operators.add('Steve')
    await undo(on, await act(on, 'ext.java.operator.revoke', steve))
    expect(on.world.server.operators.has('Steve')).toBe(true)
  })

  it.each([{ level: 2 }, { level: 4 }, { level: 3, bypassesPlayerLimit: true }])(
    'promises nothing where granting would give other rights: %o',
    async (rights) => {
      const on = await withFiles({ 'ops.json': [{ ...entry, ...rights }] })
      on.world.server.operators.add('Steve')
      expect(await act(on, 'ext.java.operator.revoke', steve)).toEqual({ none: 'unread' })
    },
  )

  it('bans again for the same reason, and promises nothing of a ban with an end', async () => {
    const ban = { ...entry, reason: 'griefing @a', source: 'Server', created: '2026-01-01 00:00:00 +0000' }
    const on = await withFiles({ 'banned-players.json': [{ ...ban, expires: 'forever' }] })
    on.world.server.banned.set('Steve', 'griefing')
    await undo(on, await act(on, 'ext.java.ban.remove', steve))
    expect(on.world.server.banned.get('Steve')).toBe('griefing ＠a')
    writeFileSync(
      path.join(directory ?? '', 'server', 'banned-players.json'),
      JSON.stringify([{ ...ban, expires: '2030-01-01 00:00:00 +0000' }]),
    )
    expect(await act(on, 'ext.java.ban.remove', steve)).toEqual({ none: 'unread' })
  })
})

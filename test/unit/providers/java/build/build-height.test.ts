import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { BuildServer, planFrom, startProgram } from '../../../../fakes/java/build-scene.js'
import { sightScene } from '../../../../fakes/java/sight-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
let server: BuildServer
beforeEach(() => {
  server = new BuildServer(path.join(root(), 'world'))
})

const call = { requestId: 'r1', caller: { id: 'ai', name: 'AI' }, given: {}, groupId: undefined }
/** A tower whose part reaches from this height to the next. */
const towerAt = (y: number) => {
  const plan = planFrom(new Map([[`0 ${y} 0`, 'minecraft:stone']]))
  const extent = { min: { x: 0, y, z: 0 }, max: { x: 0, y: y + 1, z: 0 } }
  return { ...plan, parts: [{ name: 'tower', extent }] as unknown as typeof plan.parts }
}

describe('the height of a build', () => {
  it.each([
    ['1.21.1', 3_000],
    ['1.21.1', -2_100],
    ['1.16.5', 300],
    ['1.16.5', -10],
  ])('is refused before anything is sent where no world of %s has blocks: y %i', async (version, y) => {
    server = new BuildServer(path.join(root(), 'world'), version)
    const { builds, abilities } = startProgram(server, root(), () => towerAt(y))
    builds.connect(abilities)
    await expect(builds.build(call)).rejects.toMatchObject({
      code: 'BUSINESS.INVALID_LOCATION',
      message: expect.stringContaining('tower'),
    })
    expect(builds.list()).toEqual([])
    expect(server.commands.filter((one) => one.startsWith('fill'))).toEqual([])
  })

  it('is that of the world, which a data pack may have made higher', async () => {
    const { builds, abilities } = startProgram(server, root(), () => towerAt(510))
    builds.connect(abilities)
    expect(await server.until(builds.build(call))).toMatchObject({ built: 1 })
    expect(server.blocks.stateAt(0, 510, 0)).toBe('minecraft:stone')
  })

  it('is not refused by the preview either in a higher world', async () => {
    const { ground, call: ask } = await sightScene(root())
    ground()
    const parts = [{ shape: 'floor', name: 'floor', block: 'stone', from: [0, 0, 0], to: [4, 0, 4] }]
    const hut = { name: 'Hut', world: 'world', parts }
    const facts = await ask('ext.java.build.preview', { ...hut, origin: [20, 510, 20] })
    expect(facts).toMatchObject({ blocks: 25, changes: 25 })
    await expect(ask('ext.java.build.preview', { ...hut, origin: [20, 3_000, 20] })).rejects.toMatchObject({
      code: 'BUSINESS.INVALID_LOCATION',
    })
  })

  it.each([
    ['the overworld', [-4, 19], 'y -64 to y 319'],
    ['a world that a data pack made higher', [-4, 24], 'y -64 to y 399'],
  ] as const)('is known from the files of %s, before anybody is asked', async (_, sections, said) => {
    const { sight, abilities, signal, call: ask } = await sightScene(root(), { sections, lowest: -4, chunks: 1 })
    const given = hutAt(398)
    const refusal = { code: 'BUSINESS.INVALID_LOCATION', message: expect.stringContaining(said) }
    const { checkAction = unexpected } = sight.linkTo(() => abilities)
    if (sections[1] === 19) await expect(checkAction('ext.java.build', given)).rejects.toMatchObject(refusal)
    else await checkAction('ext.java.build', given)
    await expect(checkAction('ext.java.build', hutAt(400))).rejects.toMatchObject(refusal)
    await expect(ask('ext.java.build.preview', hutAt(400))).rejects.toMatchObject(refusal)
    await expect(sight.preview(hutAt(400), 0, abilities, signal)).rejects.toMatchObject(refusal)
  })

  it('is not known from chunks whose empty sections another program left out, nor from no chunk', async () => {
    for (const sections of [
      [-4, 5],
      [0, 40],
    ] as const) {
      const { sight, abilities } = await sightScene(root(), { sections, lowest: -4, chunks: 1 })
      const { checkAction = unexpected } = sight.linkTo(() => abilities)
      await checkAction('ext.java.build', hutAt(400))
      await checkAction('ext.java.build', { ...hutAt(400), origin: [2_000, 400, 2_000] })
    }
  })
})

const unexpected = () => expect.unreachable()
const hutAt = (y: number) => ({
  name: 'Hut',
  world: 'world',
  origin: [2, y, 2],
  parts: [{ shape: 'floor', name: 'floor', block: 'stone', from: [0, 0, 0], to: [4, 0, 4] }],
})

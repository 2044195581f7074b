import { asGatewayError } from '@contract/gateway-error.js'
import { Int8 } from 'nbtify'
import { describe, expect, it } from 'vitest'
import { limitedSeconds } from '../../../../../src-main/providers/java/build/command-estimate.js'
import { limitsOf } from '../../../../../src-main/providers/java/ways/panel/panel-budget.js'
import { sightScene, stateIn } from '../../../../fakes/java/sight-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
const signalOf = () => new AbortController().signal

/** A floor of stone with a hut of planks on it, at 20 64 20. */
const hut = {
  name: 'Hut',
  world: 'world',
  origin: [20, 64, 20],
  parts: [
    { shape: 'floor', name: 'floor', block: 'stone', from: [0, 0, 0], to: [4, 0, 4] },
    { shape: 'walls', name: 'walls', block: 'oak_planks', from: [0, 1, 0], to: [4, 3, 4] },
    { shape: 'floor', name: 'roof', block: 'oak_slab', from: [0, 4, 0], to: [4, 4, 4] },
  ],
}
const items = (...ids: string[]) => ({
  Items: ids.map((id, slot) => ({ Slot: new Int8(slot), id, count: new Int8(slot + 1) })),
})
const failure = async (act: Promise<unknown> | undefined) =>
  Promise.resolve(act).then(
    () => expect.unreachable('nothing was thrown'),
    (thrown) => asGatewayError(thrown),
  )

describe('a preview of a build', () => {
  it('shows the build in its real place, and counts what it would change', async () => {
    const { ground, call, painter, pictures } = await sightScene(root())
    ground()
    const facts = await call('ext.java.build.preview', hut)
    expect(facts).toMatchObject({
      name: 'Hut',
      from: { x: 20, y: 64, z: 20 },
      to: { x: 24, y: 68, z: 24 },
      size: { x: 5, y: 5, z: 5 },
      blocks: 25 + 48 + 25,
      changes: 98,
      kinds: [
        { block: 'minecraft:oak_planks', count: 48 },
        { block: 'minecraft:oak_slab', count: 25 },
        { block: 'minecraft:stone', count: 25 },
      ],
      replaced: [],
      containers: [],
      containerCount: 0,
      players: [],
      entities: [],
      floating: [],
      water: 0,
      lava: 0,
      unknown: [],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
    })
    const [{ scene, options } = expect.unreachable()] = painter.painted
    expect(options.turn).toBe(0)
    expect(stateIn(scene, 20, 64, 20)).toBe('minecraft:stone')
    expect(stateIn(scene, 22, 65, 22)).toBe('')
    expect(stateIn(scene, 18, 63, 18)).toBe('minecraft:grass_block[snowy=false]')
    expect(pictures).toEqual([
      { mediaType: 'image/png', data: 'AAAAAAAAAAA=', alt: expect.stringContaining('south-east') },
    ])
  })

  it('needs as many commands as the planner that builds sends', async () => {
    const { ground, call } = await sightScene(root())
    ground()
    const { commands, seconds } = await call('ext.java.build.preview', hut)
    // The floor, four walls, the roof.
    expect(commands).toBe(6)
    expect(seconds).toBeGreaterThan(0)
  })

  it.each([
    [undefined, 2],
    [limitsOf.pterodactyl.commands, 2],
    // Six commands and what belongs to them are more than may go at once.
    [limitsOf.pelican.commands, 7],
  ])('takes as long as the host lets commands through: %j', async (limit, seconds) => {
    const { ground, sight, abilities, signal } = await sightScene(root())
    ground()
    const here = { ...abilities, ...(limit && { commandLimit: () => limit }) }
    expect((await sight.see(hut, here, signal)).facts.seconds).toBe(seconds)
  })

  it('takes minutes for hundreds of commands where a host lets one through in a second', () => {
    expect(limitedSeconds(300, 1, limitsOf.pelican.commands)).toBeCloseTo((300 * 1.1 + 4 - 8) / (54 / 60 / 2), 0)
    expect(limitedSeconds(300, 1, limitsOf.pterodactyl.commands)).toBeCloseTo((300 * 1.1 + 4 - 20) / 8, 0)
  })

  it('lists what would be lost, the fullest chest first, and not what stays', async () => {
    const { blocks, ground, call } = await sightScene(root())
    ground()
    blocks.put(20, 64, 20, 'minecraft:chest[facing=north]', items('minecraft:dirt'))
    blocks.put(21, 64, 20, 'minecraft:chest[facing=north]', items('minecraft:stick', 'minecraft:diamond'))
    blocks.put(22, 66, 22, 'minecraft:chest[facing=north]', items('minecraft:gold_ingot'))
    blocks.put(23, 64, 20, 'minecraft:chest[facing=north]', items())
    blocks.put(24, 64, 24, 'minecraft:short_grass')
    blocks.put(20, 65, 20, 'minecraft:oak_planks')
    const facts = await call('ext.java.build.preview', hut)
    expect(facts).toMatchObject({
      changes: 97,
      replaced: [{ block: 'minecraft:chest', count: 3 }],
      containerCount: 2,
      containers: [
        {
          ...{ x: 21, y: 64, z: 20, block: 'minecraft:chest' },
          items: [
            { id: 'minecraft:diamond', count: 2 },
            { id: 'minecraft:stick', count: 1 },
          ],
        },
        { x: 20, items: [{ id: 'minecraft:dirt', count: 1 }] },
      ],
    })
  })

  it('names who stands where blocks would be, and nobody beside or inside the empty room', async () => {
    const { world, ground, call } = await sightScene(root())
    ground()
    world.join('Steve', { x: 20.5, y: 65, z: 22.5 })
    world.join('Alex', { x: 22.5, y: 65, z: 22.5 })
    world.join('Zoe', { x: 30.5, y: 64, z: 22.5 })
    const { players } = await call('ext.java.build.preview', hut)
    expect(players).toEqual([{ name: 'Steve', x: 20, y: 65, z: 22 }])
  })

  it('names parts that nothing holds', async () => {
    const { ground, call } = await sightScene(root())
    ground()
    const lamp = { shape: 'box', name: 'lamp', block: 'glowstone', from: [2, 9, 2], to: [2, 9, 2] }
    const chain = { shape: 'box', name: 'rope', block: 'chain', from: [2, 10, 2], to: [2, 12, 2] }
    const facts = await call('ext.java.build.preview', { ...hut, parts: [...hut.parts, lamp, chain] })
    expect(facts.floating).toEqual(['lamp', 'rope'])
  })

  it.each([
    ['an edge holds it', [0, 4, 0], [4, 4, 4], []],
    ['a corner does not', [0, 4, 0], [0, 4, 0], ['roof']],
  ])('knows whether walls hold a roof that is wider: %s', async (_what, from, to, floating) => {
    const { ground, call } = await sightScene(root())
    ground()
    const walls = { shape: 'walls', name: 'walls', block: 'stone', from: [1, 0, 1], to: [3, 3, 3] }
    const roof = { shape: 'walls', name: 'roof', block: 'oak_planks', from, to }
    const facts = await call('ext.java.build.preview', { ...hut, parts: [walls, roof] })
    expect(facts.floating).toEqual(floating)
  })

  it('counts water and lava that would flow, once each', async () => {
    const { blocks, ground, call } = await sightScene(root())
    ground()
    // A pool beside and above what is dug, and one below.
    for (let z = 20; z < 25; z++) blocks.put(19, 62, z, 'minecraft:water')
    blocks.put(22, 63, 22, 'minecraft:lava')
    blocks.put(22, 61, 22, 'minecraft:water')
    const pit = { shape: 'box', name: 'pit', block: 'air', from: [0, -2, 0], to: [4, -2, 4] }
    expect(await call('ext.java.build.preview', { ...hut, parts: [pit] })).toMatchObject({ water: 5, lava: 1 })
  })

  it('says what was never visited, and shows the rest', async () => {
    const { ground, call } = await sightScene(root())
    ground()
    const facts = await call('ext.java.build.preview', { ...hut, origin: [61, 64, 20] })
    expect(facts).toMatchObject({ blocks: 98, unknown: ['not-generated'] })
  })

  it('sends nothing to the server but a save and reads, and writes no file', async () => {
    const { blocks, ground, call, commands, world } = await sightScene(root())
    ground()
    world.join('Steve', { x: 20.5, y: 65, z: 22.5 })
    const before = new Map(blocks.states)
    await call('ext.java.build.preview', hut)
    await call('ext.java.area.look', { world: 'world', center: { x: 20, y: 64, z: 20 }, radius: 4 })
    const isRead = (command: string) =>
      /^(?:save-all flush|list|list uuids|data get |execute (?:in \S+ )?(?:if|run data get) |execute in \S+ (?:as|if) )/u.test(
        command,
      )
    expect(commands.filter((command) => !isRead(command))).toEqual([])
    expect(commands).toContain('save-all flush')
    expect(blocks.states).toEqual(before)
  })

  it('fails outside the areas of the owner, as the build would', async () => {
    const { areas, call, commands, sight } = await sightScene(root())
    const check = sight.linkTo(() => undefined).checkAction
    expect(await check?.('ext.java.build', hut)).toBeUndefined()
    areas.push({ name: 'plots', world: 'world', from: { x: 0, y: 0, z: 0 }, to: { x: 9, y: 99, z: 9 } })
    expect((await failure(call('ext.java.build.preview', hut))).message).toContain('plots')
    expect((await failure(check?.('ext.java.build', hut))).message).toContain('plots')
    expect(await check?.('ext.java.blocks.fill', hut)).toBeUndefined()
    expect(commands).toEqual([])
  })

  it.each([
    ['above the world', { origin: [20, 2_046, 20] }, 'walls'],
    [
      'below the world',
      { origin: [20, -2_048, 20], parts: [{ ...hut.parts[0], from: [0, -1, 0], to: [4, -1, 4] }] },
      'floor',
    ],
    ['a coordinate that is no number', { parts: [{ ...hut.parts[0], to: [Number.NaN, 0, 4] }] }, 'floor'],
    ['a name that is a command', { parts: [{ ...hut.parts[0], block: 'stone run op Steve' }] }, 'floor'],
    ['a command block', { parts: [{ ...hut.parts[0], block: 'command_block' }] }, 'floor'],
    [
      'overlapping millions',
      {
        parts: [0, 1].map((n) => ({
          shape: 'box',
          name: `huge ${n}`,
          block: 'stone',
          from: [0, 0, 0],
          to: [99, 99, 99],
        })),
      },
      'huge 1',
    ],
  ])('names the part that is wrong, also before a person is asked: %s', async (_what, change, part) => {
    const { call, commands, sight, abilities } = await sightScene(root())
    const { message } = await failure(call('ext.java.build.preview', { ...hut, ...change }))
    expect(message).toContain(part)
    const link = sight.linkTo(() => abilities)
    expect((await failure(link.checkAction?.('ext.java.build', { ...hut, ...change }))).message).toBe(message)
    expect(commands).toEqual([])
  })

  it('shows the middle of a plan that is spread too far for one picture, and counts all of it', async () => {
    const { ground, call, painter } = await sightScene(root())
    ground()
    const far = (x: number, z: number) => ({
      ...{ shape: 'box', name: `post ${x}`, block: 'stone' },
      ...{ from: [x, 0, z], to: [x, 200, z] },
    })
    const facts = await call('ext.java.build.preview', {
      ...{ name: 'Posts', world: 'world', origin: [4, 64, 4] },
      parts: [far(0, 0), far(300, 300)],
    })
    expect(facts).toMatchObject({
      blocks: 402,
      changes: 402,
      unknown: ['not-generated', 'picture'],
      floating: ['post 300'],
    })
    const size = painter.painted[0]?.scene.size ?? expect.unreachable()
    expect(size.x * size.y * size.z).toBeLessThanOrEqual(4_194_304)
  })
})

describe('the preview of the owner', () => {
  it('has both pictures of one place, and turns without reading the world again', async () => {
    const { ground, sight, abilities, painter, commands, clock } = await sightScene(root())
    ground()
    const first = await sight.preview(hut, 0, abilities, signalOf())
    const saves = () => commands.filter((command) => command === 'save-all flush').length
    expect(first.picture).toMatchObject({ before: expect.any(String), after: expect.any(String) })
    expect(first.ground).toBe(64)
    expect(painter.painted.map(({ scene }) => scene.size)).toEqual([
      painter.painted[0]?.scene.size,
      painter.painted[0]?.scene.size,
    ])
    expect(stateIn(painter.painted[0]?.scene ?? expect.unreachable(), 20, 64, 20)).toBe('')
    const turned = await sight.preview(hut, 1, abilities, signalOf())
    expect(turned.picture.projection.turn).toBe(1)
    expect(turned.facts).toEqual(first.facts)
    expect(saves()).toBe(1)
    await sight.preview({ ...hut, origin: [21, 64, 20] }, 2, abilities, signalOf())
    expect(saves()).toBe(2)
    await clock.advance(61_000)
    await sight.preview({ ...hut, origin: [21, 64, 20] }, 3, abilities, signalOf())
    expect(saves()).toBe(3)
  })
})

describe('a look at an area', () => {
  it('has a picture, the kinds of blocks and the height of the ground', async () => {
    const { blocks, ground, call, pictures } = await sightScene(root())
    ground()
    blocks.put(10, 64, 10, 'minecraft:stone')
    blocks.put(10, 65, 10, 'minecraft:oak_leaves[distance=1]')
    const seen = await call('ext.java.area.look', {
      ...{ world: 'world', from: { x: 13, y: 70, z: 13 }, to: { x: 10, y: 60, z: 10 } },
      turn: 2,
    })
    expect(seen).toEqual({
      from: { x: 10, y: 60, z: 10 },
      to: { x: 13, y: 70, z: 13 },
      size: { x: 4, y: 11, z: 4 },
      blocks: 18,
      kinds: [
        { block: 'minecraft:grass_block', count: 16 },
        { block: 'minecraft:oak_leaves', count: 1 },
        { block: 'minecraft:stone', count: 1 },
      ],
      groundStep: 1,
      groundY: [
        [64, 63, 63, 63],
        [63, 63, 63, 63],
        [63, 63, 63, 63],
        [63, 63, 63, 63],
      ],
      unknown: [],
    })
    expect(pictures).toEqual([expect.objectContaining({ alt: expect.stringContaining('north-west') })])
  })

  it('is smaller where its picture is too large for a message', async () => {
    const { call, painter, pictures } = await sightScene(root())
    painter.bytesOf = (width) => (width > 500 ? 600_000 : 100_000)
    await call('ext.java.area.look', { world: 'world', center: { x: 20, y: 64, z: 20 }, radius: 4 })
    expect(painter.painted.map(({ options }) => options.maxWidth)).toEqual([960, 480])
    expect(pictures).toHaveLength(1)
  })

  it.each([
    [{}, 'center and radius'],
    [{ from: { x: 0, y: 0, z: 0 }, to: { x: 400, y: 10, z: 0 } }, 'smaller'],
    [{ center: { x: 0, y: 900, z: 0 } }, 'another y'],
  ])('says what to give instead of %j', async (given, suggestion) => {
    const { call } = await sightScene(root())
    expect((await failure(call('ext.java.area.look', { world: 'world', ...given }))).suggestion).toContain(suggestion)
  })
})

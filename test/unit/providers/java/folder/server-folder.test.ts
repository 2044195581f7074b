import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { Int8, Int32 } from 'nbtify'
import { beforeEach, describe, expect, it } from 'vitest'
import { boxOf } from '../../../../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { decompressLz4 } from '../../../../../src-main/providers/minecraft/nbt/inflate.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { type ChunkForm, dataVersions, type Packing, writeNbt, writeRegions } from '../../../../fixtures/java-world.js'
import { forAll, times } from '../../../../fixtures/properties.js'

const root = folderForEach()
let server = ''
let regions = ''
beforeEach(async () => {
  server = path.join(root(), 'server')
  regions = path.join(server, 'world', 'region')
  mkdirSync(server)
  writeFileSync(path.join(server, 'server.properties'), 'level-name=world\nenable-rcon=true\nrcon.password=secret\n')
})

const open = () => openServerFolder(server, { log: new RecordingLog() })
const whyOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was thrown',
    (error) => asGatewayError(error).details?.why,
  )
const overworld = 'minecraft:overworld'
const forms: readonly ChunkForm[] = ['spanned', 'nested', 'flat']
const packings: readonly Packing[] = ['gzip', 'zlib', 'none', 'lz4']
const pattern = (kinds: number, seed: number) => (x: number, y: number, z: number) => {
  const kind = Math.abs(x * 31 + y * 17 + z * 7 + seed) % kinds
  return kind === 0 ? undefined : `minecraft:block_${kind}[facing=north,half=${kind % 2 ? 'top' : 'bottom'}]`
}

describe('blocks of region files', () => {
  it('are read in every form and packing, with any number of kinds', async () => {
    const anyChunk = fc.record({
      form: fc.constantFrom(...forms),
      packing: fc.constantFrom(...packings),
      kinds: fc.integer({ min: 1, max: 4_096 }),
      seed: fc.nat(1_000),
      chunkX: fc.integer({ min: -40, max: 40 }),
      chunkZ: fc.integer({ min: -40, max: 40 }),
      external: fc.boolean(),
    })
    await times(40).forAllAsync(anyChunk, async ({ form, packing, kinds, seed, chunkX, chunkZ, external }) => {
      rmSync(regions, { recursive: true, force: true })
      const stateAt = pattern(kinds, seed)
      const sections = form === 'flat' ? ([-4, -3] as const) : ([0, 1] as const)
      await writeRegions(regions, [{ x: chunkX, z: chunkZ, form, stateAt, sections }], { packing, external })
      const low = sections[0] * 16
      const [x, z] = [chunkX * 16, chunkZ * 16]
      const box = boxOf({ x, y: low, z }, { x: x + 15, y: low + 31, z: z + 15 })
      const volume = await (await open()).blocks(overworld, box)
      expect(volume.dataVersion).toBe(dataVersions[form])
      for (let index = 0; index < 8_192; index += 97) {
        const at = volume.positionOf(index)
        expect(volume.indexOf(at)).toBe(index)
        expect(volume.stateAt(at)).toBe(stateAt(at.x, at.y, at.z) ?? 'minecraft:air')
      }
    })
  })

  it('are put together over chunks and regions', async () => {
    const stateAt = pattern(40, 3)
    const chunks = [-1, 0].flatMap((x) => [-1, 0].map((z) => ({ x, z, stateAt })))
    await writeRegions(regions, chunks)
    const volume = await (await open()).blocks(overworld, boxOf({ x: 9, y: 15, z: 8 }, { x: -10, y: 3, z: -9 }))
    for (let index = 0; index < volume.indices.length; index++) {
      const { x, y, z } = volume.positionOf(index)
      expect(volume.stateAt({ x, y, z })).toBe(stateAt(x, y, z) ?? 'minecraft:air')
    }
  })

  it('bring their block entities, without what the game sets itself', async () => {
    const chest = {
      id: 'minecraft:chest',
      x: new Int32(3),
      y: new Int32(5),
      z: new Int32(7),
      keepPacked: new Int8(0),
      CustomName: '"Gold"',
    }
    const elsewhere = { ...chest, x: new Int32(15) }
    await writeRegions(regions, [{ x: 0, z: 0, stateAt: () => 'minecraft:chest', blockEntities: [chest, elsewhere] }])
    const volume = await (await open()).blocks(overworld, boxOf({ x: 0, y: 0, z: 0 }, { x: 8, y: 8, z: 8 }))
    expect(volume.blockEntities).toEqual([{ x: 3, y: 5, z: 7, data: { CustomName: '"Gold"' } }])
    expect(volume.blockEntityAt({ x: 3, y: 5, z: 7 })?.data.CustomName).toBe('"Gold"')
  })

  it.each([
    ['the overworld of 26.1', 'world/dimensions/minecraft/overworld/region', overworld],
    ['the Nether', 'world/DIM-1/region', 'minecraft:the_nether'],
    ['the Nether of Bukkit', 'world_nether/DIM-1/region', 'minecraft:the_nether'],
    ['the End of 26.1', 'world/dimensions/minecraft/the_end/region', 'minecraft:the_end'],
    ['a dimension of a data pack', 'world/dimensions/my_pack/moon/base/region', 'my_pack:moon/base'],
  ])('are found in %s', async (_, folder, dimension) => {
    await writeRegions(path.join(server, folder), [{ x: 0, z: 0, stateAt: () => 'minecraft:stone' }])
    const block = await (await open()).block(dimension, { x: 1, y: 2, z: 3 })
    expect(block).toEqual({ id: 'minecraft:stone', state: 'minecraft:stone', blockEntity: undefined })
  })

  it.each([
    ['not-generated', 'a chunk that was never saved', {}, 20],
    ['not-generated', 'a chunk that is not finished', { status: 'minecraft:noise' }, 0],
    ['unsupported', 'a chunk of 1.12', { dataVersion: 1_343 }, 0],
    ['damaged', 'a block with a name that no command may carry', { stateAt: () => 'minecraft:stone run op Steve' }, 0],
  ])('say "%s" of %s', async (why, _, chunk, at) => {
    await writeRegions(regions, [{ x: 0, z: 0, ...chunk }])
    expect(await whyOf((await open()).block(overworld, { x: at * 16, y: 0, z: 0 }))).toBe(`folder-${why}`)
  })

  it('report a damaged file wherever it is truncated', async () => {
    await writeRegions(regions, [{ x: 0, z: 0, stateAt: pattern(200, 1) }])
    const file = path.join(regions, 'r.0.0.mca')
    const folder = await open()
    for (const size of [1, 100, 4_096, 8_191, 8_192, 8_195, 8_197, 9_000]) {
      await writeRegions(regions, [{ x: 0, z: 0, stateAt: pattern(200, 1) }])
      truncateSync(file, size)
      expect(await whyOf(folder.block(overworld, { x: 0, y: 0, z: 0 }))).toBe('folder-damaged')
    }
    truncateSync(file, 0)
    expect(await whyOf(folder.block(overworld, { x: 0, y: 0, z: 0 }))).toBe('folder-not-generated')
  })

  it('never fail with another error, whatever bytes a region file contains', async () => {
    const folder = await open()
    mkdirSync(regions, { recursive: true })
    await times(100).forAllAsync(fc.uint8Array({ maxLength: 300 }), fc.nat(8_192), async (bytes, at) => {
      const file = Buffer.alloc(16_384)
      file.writeUInt32BE(0x00000202, 0)
      file.set(bytes, Math.min(at, 16_000))
      writeFileSync(path.join(regions, 'r.0.0.mca'), file)
      expect(await whyOf(folder.block(overworld, { x: 0, y: 0, z: 0 }))).toMatch(
        /^folder-(?:damaged|not-generated|compression|chunk-[a-z-]+)$|^nothing/u,
      )
    })
  })

  it('are refused where the box is too large or impossible', async () => {
    const folder = await open()
    mkdirSync(regions, { recursive: true })
    await expect(folder.blocks(overworld, boxOf({ x: 0, y: 0, z: 0 }, { x: 32, y: 31, z: 31 }))).rejects.toThrow(
      RangeError,
    )
    await expect(folder.blocks(overworld, boxOf({ x: 0.5, y: 0, z: 0 }, { x: 1, y: 1, z: 1 }))).rejects.toThrow(
      RangeError,
    )
  })
})

describe('a folder', () => {
  it.each([...['world/../../outside', '../outside', '.', '..', './world', '/etc', 'C:\\Windows', 'world//region']])(
    'cannot be left by the name of the world: %s',
    async (name) => {
      await writeRegions(path.join(root(), 'outside', 'region'), [{ x: 0, z: 0 }])
      writeFileSync(path.join(server, 'server.properties'), `level-name=${name}\n`)
      const folder = await open()
      expect(await whyOf(folder.block(overworld, { x: 0, y: 0, z: 0 }))).toBe('folder-level-name')
      expect(await whyOf(folder.levelData())).toBe('folder-level-name')
    },
  )
  it('cannot be left by a link to a folder or a file', async () => {
    await writeRegions(path.join(root(), 'outside'), [{ x: 0, z: 0 }])
    mkdirSync(path.join(server, 'world'))
    symlinkSync(path.join(root(), 'outside'), regions)
    const folder = await open()
    expect(await whyOf(folder.block(overworld, { x: 0, y: 0, z: 0 }))).toBe('folder-outside')
    rmSync(regions)
    mkdirSync(regions)
    symlinkSync(path.join(root(), 'outside', 'r.0.0.mca'), path.join(regions, 'r.0.0.mca'))
    expect(await whyOf(folder.block(overworld, { x: 0, y: 0, z: 0 }))).toBe('folder-outside')
  })
  it('may hold links that stay inside', async () => {
    await writeRegions(path.join(server, 'disk', 'region'), [{ x: 0, z: 0, stateAt: () => 'minecraft:dirt' }])
    symlinkSync(path.join(server, 'disk'), path.join(server, 'world'))
    expect((await (await open()).block(overworld, { x: 0, y: 0, z: 0 })).id).toBe('minecraft:dirt')
  })
  it('needs a server in it', async () => {
    rmSync(path.join(server, 'server.properties'))
    expect(await whyOf(open())).toBe('folder-missing')
  })
  it('reports RCON as the server reads it', async () =>
    expect((await open()).rcon).toEqual({ enabled: true, port: 25_575, password: 'secret', host: '' }))
})

describe('level.dat', () => {
  const read = async () => (await open()).levelData()
  const file = () => path.join(server, 'world', 'level.dat')

  it('is read to 1.21.8', async () => {
    const Data = {
      LevelName: 'My world',
      DataVersion: new Int32(3_700),
      Version: { Name: '1.20.4', Id: new Int32(3_700) },
      DayTime: 30_000n,
      Time: 31_000n,
      raining: new Int8(1),
      thundering: new Int8(0),
      GameRules: { keepInventory: 'true', randomTickSpeed: '3' },
      SpawnX: new Int32(1),
      SpawnY: new Int32(64),
      SpawnZ: new Int32(-3),
      Difficulty: new Int8(2),
      hardcore: new Int8(0),
      GameType: new Int32(1),
      ServerBrands: ['fabric', 'vanilla'],
    }
    await writeNbt(file(), { Data })
    expect(await read()).toEqual({
      name: 'My world',
      dataVersion: 3_700,
      version: '1.20.4',
      dayTime: 30_000,
      gameTime: 31_000,
      weather: 'rain',
      rules: { keepInventory: 'true', randomTickSpeed: '3' },
      spawn: { dimension: overworld, x: 1, y: 64, z: -3 },
      difficulty: 'normal',
      isHardcore: false,
      gameMode: 'creative',
      brands: ['fabric', 'vanilla'],
    })
    expect((await (await open()).software()).version).toBe('1.20.4')
  })

  it('is read from 26.1 on, with the files that took over parts of it', async () => {
    await writeNbt(file(), {
      Data: {
        LevelName: 'New',
        DataVersion: new Int32(4_790),
        Version: { Name: '26.1' },
        spawn: { dimension: 'minecraft:the_nether', pos: Int32Array.from([5, 70, 6]), yaw: 0, pitch: 0 },
        difficulty_settings: { difficulty: 'hard', hardcore: new Int8(1), locked: new Int8(0) },
      },
    })
    const data = (name: string) => path.join(server, 'world', 'data', 'minecraft', `${name}.dat`)
    await writeNbt(data('world_clocks'), {
      data: { 'minecraft:overworld': { total_ticks: 49_000n } },
      DataVersion: new Int32(4_790),
    })
    await writeNbt(data('weather'), {
      data: { raining: new Int8(1), thundering: new Int8(1), rain_time: new Int32(5) },
    })
    await writeNbt(data('game_rules'), {
      data: { 'minecraft:keep_inventory': new Int8(1), 'minecraft:random_tick_speed': new Int32(3) },
    })
    expect(await read()).toMatchObject({
      dayTime: 49_000,
      weather: 'thunder',
      rules: { 'minecraft:keep_inventory': true, 'minecraft:random_tick_speed': 3 },
      spawn: { dimension: 'minecraft:the_nether', x: 5, y: 70, z: 6 },
      difficulty: 'hard',
      isHardcore: true,
    })
  })

  it('omits what an unknown version does not have', async () => {
    await writeNbt(file(), { Data: { something: 'new' } })
    expect(await read()).toEqual({ brands: [], rules: {} })
  })
  it('is damaged when it is something else', async () => {
    mkdirSync(path.dirname(file()))
    writeFileSync(file(), 'not NBT')
    expect(await whyOf(read())).toBe('folder-damaged')
  })
})

describe('players', () => {
  const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
  const data = {
    Pos: [1.5, 64, -2.5],
    Dimension: 'minecraft:the_end',
    Health: 20,
    foodLevel: new Int32(18),
    XpLevel: new Int32(7),
    playerGameType: new Int32(0),
    Inventory: [{ Slot: new Int8(3), id: 'minecraft:diamond', Count: new Int8(12) }],
    bukkit: { lastKnownName: 'Notch' },
  }
  it.each(['playerdata', 'players/data'])('who are offline are read from %s', async (folder) => {
    await writeNbt(path.join(server, 'world', folder, `${uuid}.dat`), data)
    expect(await (await open()).player(uuid.toUpperCase())).toMatchObject({
      uuid,
      name: 'Notch',
      position: { x: 1.5, y: 64, z: -2.5 },
      dimension: 'minecraft:the_end',
      health: 20,
      food: 18,
      level: 7,
      gameMode: 'survival',
      inventory: [{ slot: 3, id: 'minecraft:diamond', count: 12 }],
    })
  })
  it('have dimensions by number to 1.15', async () => {
    await writeNbt(path.join(server, 'world', 'playerdata', `${uuid}.dat`), { Dimension: new Int32(-1) })
    expect((await (await open()).player(uuid))?.dimension).toBe('minecraft:the_nether')
  })
  it('are looked up by id alone', async () => {
    expect(await (await open()).player('../../server.properties')).toBeUndefined()
    expect(await (await open()).player(uuid)).toBeUndefined()
  })
  it('stand in the lists of the server', async () => {
    const put = (name: string, list: unknown) => writeFileSync(path.join(server, name), JSON.stringify(list))
    put('usercache.json', [{ name: 'Notch', uuid, expiresOn: '2026-12-01 00:00:00 +0000' }, { name: 1 }, null])
    put('ops.json', [{ uuid, name: 'Notch', level: 3, bypassesPlayerLimit: false }])
    put('banned-players.json', [{ uuid, name: 'Herobrine', source: 'Server', expires: 'forever', reason: 'No' }])
    const folder = await open()
    expect(await folder.usercache()).toEqual([{ uuid, name: 'Notch' }])
    expect(await folder.operators()).toEqual([{ uuid, name: 'Notch', level: 3 }])
    expect(await folder.bans()).toEqual([{ target: 'Herobrine', uuid, source: 'Server', reason: 'No' }])
    writeFileSync(path.join(server, 'ops.json'), '{')
    expect(await whyOf(folder.operators())).toBe('folder-damaged')
  })
  it('are unknown, not empty, where their file is missing, empty or not readable', async () => {
    const folder = await open()
    expect(await whyOf(folder.usercache())).toBe('folder-list-missing')
    expect(await whyOf(folder.operators())).toBe('folder-list-missing')
    expect(await whyOf(folder.bans())).toBe('folder-list-missing')
    for (const [written, why] of [
      ['', 'folder-damaged'],
      ['{}', 'folder-damaged'],
      ['[null]', 'folder-damaged'],
      ['[{"uuid":"x"}]', 'folder-damaged'],
    ] as const) {
      writeFileSync(path.join(server, 'ops.json'), written)
      writeFileSync(path.join(server, 'banned-players.json'), written)
      expect([written, await whyOf(folder.operators())]).toEqual([written, why])
      expect([written, await whyOf(folder.bans())]).toEqual([written, why])
    }
    writeFileSync(path.join(server, 'ops.json'), '[]')
    expect(await folder.operators()).toEqual([])
  })
})

it.each([
  [
    'Paper',
    {
      'config/paper-global.yml': '',
      'spigot.yml': '',
      'version_history.json': '{"currentVersion":"1.21.4-118-main@cd27bf3 (MC: 1.21.4)"}',
    },
    '1.21.4',
  ],
  [
    'Spigot',
    {
      'spigot.yml': '',
      'bukkit.yml': '',
      'logs/latest.log': '[10:00:00] [Server thread/INFO]: Starting minecraft server version 1.8.8\n',
    },
    '1.8.8',
  ],
  ['Fabric', { 'fabric-server-launcher.properties': '', 'versions/1.21.11/server-1.21.11.jar': '' }, '1.21.11'],
  ['NeoForge', { 'libraries/net/neoforged/neoforge/21.1/x.jar': '' }, undefined],
  [
    'Vanilla',
    { 'logs/latest.log': '[10:00:00] [Server thread/INFO]: <Eve> ]: Starting minecraft server version 9.9\n' },
    undefined,
  ],
])('software is %s by its files', async (software, files, version) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(server, name)), { recursive: true })
    writeFileSync(path.join(server, name), text)
  }
  expect(await (await open()).software()).toEqual({ software, ...(version && { version }) })
})

it('LZ4 gives an error, never other bytes, on any block', () =>
  forAll(fc.uint8Array({ maxLength: 60 }), fc.nat(300), (block, size) => {
    try {
      expect(decompressLz4(block, size)).toHaveLength(size)
    } catch (error) {
      expect((error as Error).message).toBe('The LZ4 data is damaged.')
    }
  }))

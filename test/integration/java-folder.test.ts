/** Region files written by an independent library: prismarine-provider-anvil, which flying-squid uses. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { boxOf } from '../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../src-main/providers/java/folder/server-folder.js'
import { RecordingLog } from '../fakes/recording-log.js'
import { folderForEach } from '../fixtures/for-each.js'

const load = createRequire(path.resolve(import.meta.dirname, '../world/package.json'))

const server = folderForEach()
beforeEach(() => {
  writeFileSync(path.join(server(), 'server.properties'), 'level-name=world\n')
})

const names = ['stone', 'oak_stairs', 'chest', 'redstone_wire', 'oak_log', 'water', 'grass_block', 'oak_door']

it.each(['1.13.2', '1.15.2', '1.16.5', '1.17.1', '1.18.2', '1.20.4'])(
  'a world written by prismarine-provider-anvil of %s is read block for block',
  async (version) => {
    const registry = load('prismarine-registry')(version)
    const Chunk = load('prismarine-chunk')(version)
    const Block = load('prismarine-block')(registry)
    const Anvil = load('prismarine-provider-anvil').Anvil(version)
    const regions = path.join(server(), 'world', 'region')
    mkdirSync(regions, { recursive: true })
    const anvil = new Anvil(regions)
    const written = new Map<string, { readonly name: string; readonly properties: Record<string, unknown> }>()
    for (const [chunkX, chunkZ] of [
      [-1, 0],
      [0, 0],
    ] as const) {
      const chunk = new Chunk({ minY: 0, worldHeight: 256 })
      for (let index = 0; index < 600; index++) {
        const [x, y, z] = [(index * 7) % 16, 1 + ((index * 5) % 40), (index * 3) % 16]
        const kind = registry.blocksByName[names[index % names.length] ?? 'stone']
        const stateId = kind.minStateId + (index % (kind.maxStateId - kind.minStateId + 1))
        chunk.setBlockStateId({ x, y, z }, stateId)
        const block = Block.fromStateId(stateId, 0)
        written.set(`${chunkX * 16 + x} ${y} ${z}`, { name: block.name, properties: block.getProperties() })
      }
      await anvil.save(chunkX, chunkZ, chunk)
    }
    await anvil.close()
    const folder = await openServerFolder(server(), { log: new RecordingLog() })
    const volume = await folder.blocks('minecraft:overworld', boxOf({ x: -16, y: 0, z: 0 }, { x: 15, y: 41, z: 15 }))
    const [expected, found]: string[][] = [[], []]
    for (let index = 0; index < volume.indices.length; index++) {
      const at = volume.positionOf(index)
      const block = written.get(`${at.x} ${at.y} ${at.z}`)
      const properties = Object.entries(block?.properties ?? {}).map(([key, value]) => `${key}=${value}`)
      const suffix = properties.length > 0 ? `[${properties.sort().join(',')}]` : ''
      expected?.push(`minecraft:${block?.name ?? 'air'}${suffix}`)
      found?.push(volume.stateAt(at))
    }
    expect(found).toEqual(expected)
    expect(expected?.filter((state) => state !== 'minecraft:air')).toHaveLength(written.size)
  },
)

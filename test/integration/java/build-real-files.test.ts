/**
 * Builds and their undo on chunks that real versions of the game wrote: the region files that the package
 * prismarine-provider-anvil (MIT) carries for its own tests.
 */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BlockVolume } from '../../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { planFrom } from '../../fakes/java/build-scene.js'
import { connectBuilds } from '../../fakes/java/connected-builds.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'
import type { ChunkForm } from '../../fixtures/java-world.js'
import { times } from '../../fixtures/properties.js'

const root = folderForEach()
const written = path.resolve(import.meta.dirname, '../../world/node_modules/prismarine-provider-anvil/test/fixtures')
const overworld = 'minecraft:overworld'
/** Sections of the place: ground, caves and what stands on it. */
const sections = [2, 5] as const
const [low, high] = [sections[0] * 16, sections[1] * 16 + 15]

/** Version, whose file, and how it writes chunks. No file of 26 is at hand: its form is that of 1.21. */
const versions: readonly (readonly [string, string, ChunkForm])[] = [
  ['1.13.2', '1.13.2', 'spanned'],
  ['1.14.4', '1.14.4', 'spanned'],
  ['1.16', '1.16', 'nested'],
  ['1.17.1', '1.17.1', 'nested'],
  ['1.18.2', '1.18.2', 'flat'],
  ['1.19.4', '1.19.4', 'flat'],
  ['1.20.6', '1.20.6', 'flat'],
  ['1.21.1', '1.21.1', 'flat'],
  ['26.1', '1.21.1', 'flat'],
]

/** A chunk of the file with most kinds of blocks and block entities. */
async function realChunk(home: string, source: string): Promise<BlockVolume> {
  const [file = expect.unreachable()] = readdirSync(path.join(written, source)).filter((name) => name.endsWith('.mca'))
  mkdirSync(path.join(home, 'world', 'region'), { recursive: true })
  writeFileSync(path.join(home, 'server.properties'), 'level-name=world\n')
  copyFileSync(path.join(written, source, file), path.join(home, 'world', 'region', file))
  const folder = await openServerFolder(home, { log: new RecordingLog() })
  const [, regionX = 0, regionZ = 0] = file.split('.').map(Number)
  const found: BlockVolume[] = []
  for (let index = 0; index < 1_024 && found.length < 40; index += 1) {
    const [x, z] = [(regionX * 32 + (index % 32)) * 16, (regionZ * 32 + Math.floor(index / 32)) * 16]
    const box = { min: { x, y: low, z }, max: { x: x + 15, y: high, z: z + 15 } }
    const volume = await folder.blocks(overworld, box).catch(() => undefined)
    if (volume) found.push(volume)
  }
  const richest = (one: BlockVolume) => one.blockEntities.length * 100 + one.palette.length
  return found.reduce((one, other) => (richest(other) > richest(one) ? other : one))
}

describe('a build and its undo', () => {
  it.each(versions)(
    'leave a chunk of %s as the game of %s had written it, in every block and container',
    async (version, source, form) => {
      const real = await realChunk(path.join(root(), 'real'), source)
      expect(real.palette.length).toBeGreaterThan(5)
      const place = fc.tuple(fc.nat(15), fc.integer({ min: low, max: high }), fc.nat(15))
      const planned = fc.constantFrom(
        'minecraft:stone',
        'minecraft:glass',
        'minecraft:air',
        'minecraft:oak_log[axis=x]',
      )
      const cells = fc.array(fc.tuple(place, planned), { minLength: 1, maxLength: 200 })
      // Every container is built over.
      const containers = real.blockEntities.map((one) => [one.x & 15, one.y, one.z & 15] as const)
      let run = 0
      await times(2).forAllAsync(cells, async (given) => {
        const home = path.join(root(), `${run++}`)
        const world = new RegionWorld({ regions: path.join(home, 'world', 'region'), form, sections })
        for (let index = 0; index < real.indices.length; index++) {
          const at = real.positionOf(index)
          world.put(at.x & 15, at.y, at.z & 15, real.stateAt(at), real.blockEntityAt(at)?.data)
        }
        await world.save()
        writeFileSync(path.join(home, 'server.properties'), 'level-name=world\n')
        const folder = await openServerFolder(home, { log: new RecordingLog() })
        const box = { min: { x: 0, y: low, z: 0 }, max: { x: 15, y: high, z: 15 } }
        const shown = async () => {
          const volume = await folder.blocks(overworld, box)
          const states = Array.from(volume.indices, (state) => volume.palette[state])
          const entities = volume.blockEntities.map(({ x, y, z, data }) => [x, y, z, data] as const)
          return {
            states,
            entities: entities.sort((one, other) => one[1] - other[1] || one[0] - other[0] || one[2] - other[2]),
          }
        }
        const before = await shown()
        expect(before.states).toEqual(Array.from(real.indices, (state) => real.palette[state]))
        const model = new ModelConsole({ version, world: new MemoryWorld() })
        const wanted = new Map([
          ...given.map(([at, state]) => [at.join(' '), state] as const),
          ...containers.map((at) => [at.join(' '), 'minecraft:stone'] as const),
        ])
        const plan = planFrom(wanted)
        const { builds, abilities, groups } = connectBuilds({
          console: { run: (command) => (/^(?:setblock|fill|save|data )/u.test(command) ? world : model).run(command) },
          version,
          profile: path.join(home, 'profile'),
          clock: systemClock,
          log: new RecordingLog(),
          blocks: (asked) => folder.blocks(overworld, asked, { onUnread: () => undefined }),
          planOf: () => Promise.resolve(plan),
        })
        builds.connect(abilities)
        const groupId = groups.plan(overworld, plan.tiles)
        const result = await builds.build({ requestId: 'r1', caller: { id: 'ai', name: 'AI' }, given: {}, groupId })
        expect(result).toMatchObject({ built: plan.most, skipped: 0 })
        const { states } = await shown()
        const built = [...wanted.keys()].map((key) => {
          const [x = 0, y = 0, z = 0] = key.split(' ').map(Number)
          // Air of a cave is air.
          return [key, states[(y - low) * 256 + z * 16 + x]?.replace('cave_air', 'air')] as const
        })
        expect(built).toEqual([...wanted])
        await builds.undo(groupId, undefined, new AbortController().signal)
        expect(await shown()).toEqual(before)
      })
    },
  )
})

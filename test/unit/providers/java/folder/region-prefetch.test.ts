import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { boxOf } from '../../../../../src-main/providers/java/folder/block-volume.js'
import { rangesOf } from '../../../../../src-main/providers/java/folder/region-prefetch.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { RemoteFiles } from '../../../../fakes/java/remote-files.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { writeRegions } from '../../../../fixtures/java-world.js'
import { forAll } from '../../../../fixtures/properties.js'

const root = folderForEach()
const region = () => path.join(root(), 'world', 'region', 'r.0.0.mca')
const overworld = 'minecraft:overworld'
const wall = boxOf({ x: 0, y: 0, z: 8 }, { x: 511, y: 15, z: 8 })
const stateAt = (x: number, y: number, z: number) => (y < 5 ? `minecraft:block_${(x * 7 + z * 3) % 50}` : undefined)

beforeEach(async () => {
  writeFileSync(path.join(root(), 'server.properties'), 'level-name=world\n')
  const chunks = Array.from({ length: 32 }, (_, x) => ({ x, z: 0, stateAt, sections: [0, 1] as const }))
  await writeRegions(path.dirname(region()), chunks)
})

const log = new RecordingLog()
async function elsewhere() {
  const files = await RemoteFiles.open(root())
  return { files, folder: await openServerFolder(files, { log }) }
}

describe('blocks of a server elsewhere', () => {
  it('are those that are read here, in a few requests for what is needed alone', async () => {
    const here = await (await openServerFolder(root(), { log })).blocks(overworld, wall)
    const { files, folder } = await elsewhere()
    const there = await folder.blocks(overworld, wall)
    expect([there.palette, there.indices, there.dataVersion]).toEqual([here.palette, here.indices, here.dataVersion])
    const ofRegion = files.ranges.filter((range) => range.path.endsWith('.mca'))
    expect(ofRegion.length).toBeLessThanOrEqual(4)
    files.ranges.length = 0
    await folder.block(overworld, { x: 200, y: 3, z: 4 })
    const bytes = files.ranges.reduce((sum, { length }) => sum + length, 0)
    expect(bytes).toBeLessThanOrEqual(4 * 4_096)
  })

  it('are read again while the server writes the file, and refused when that does not end', async () => {
    const { files, folder } = await elsewhere()
    let left = 2
    files.beforeRead = (file) => {
      if (file.endsWith('.mca') && left-- > 0) appendFileSync(region(), Buffer.alloc(4_096))
    }
    expect((await folder.block(overworld, { x: 1, y: 1, z: 1 })).id).toBe('minecraft:block_10')
    left = Number.POSITIVE_INFINITY
    const problem = await folder.block(overworld, { x: 1, y: 1, z: 1 }).catch(asGatewayError)
    expect(problem).toMatchObject({ details: { why: 'folder-keeps-changing' } })
  })

  it('that were never generated are called so', async () => {
    const { folder } = await elsewhere()
    for (const x of [40 * 16, 600 * 16]) {
      const problem = await folder.block(overworld, { x, y: 1, z: 600 }).catch(asGatewayError)
      expect(problem).toMatchObject({ details: { why: 'folder-not-generated' } })
    }
  })
})

it('the ranges hold each chunk that the table places in the file, whatever the table says', () => {
  const table = fc.uint8Array({ minLength: 0, maxLength: 4_096 }).map((bytes) => Buffer.from(bytes))
  const indices = fc.array(fc.nat(1_023), { maxLength: 40 })
  forAll(table, indices, fc.nat(2 ** 30), (bytes, some, size) => {
    const ranges = rangesOf(bytes, some, size)
    for (const [number, range] of ranges.entries()) {
      const before = ranges[number - 1]
      expect(range.at).toBeGreaterThanOrEqual(before ? before.at + before.length : 8_192)
      expect(range.length).toBeGreaterThan(0)
      expect(range.at + range.length).toBeLessThanOrEqual(size)
    }
    for (const index of some.filter((one) => one * 4 + 4 <= bytes.length)) {
      const [at, length] = [bytes.readUIntBE(index * 4, 3) * 4_096, bytes.readUInt8(index * 4 + 3) * 4_096]
      const end = Math.min(at + length, size)
      const isHeld = ranges.some((range) => range.at <= at && end <= range.at + range.length)
      if (at >= 8_192 && at < size && length > 0) expect(isHeld).toBe(true)
    }
  })
})

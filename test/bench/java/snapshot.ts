/**
 * A snapshot of 32,768 blocks, from region files as a server writes them to a file in the profile, and the plan to undo.
 *
 * Floor: the bytes of the same chunks read and unpacked, and no more. The server's own save is not part of it.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { boxOf } from '../../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { BlockSnapshots } from '../../../src-main/providers/java/snapshots/block-snapshots.js'
import { SnapshotStore } from '../../../src-main/providers/java/snapshots/snapshot-store.js'
import { quietLog, systemClock } from '../../../src-main/storage/system-clock.js'
import { writeRegions } from '../../fixtures/java-world.js'
import { alternately, cost, median, printFigures, sized } from '../contract/timing.js'

const root = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))
const regions = path.join(root, 'world', 'region')
writeFileSync(path.join(root, 'server.properties'), 'level-name=world\n')

/** Stone with ores and caves, all 24 sections of each chunk. */
const stateAt = (x: number, y: number, z: number): string | undefined => {
  const kind = Math.abs(Math.imul(x * 73_856_093, 1) ^ Math.imul(y * 19_349_663, 1) ^ Math.imul(z * 83_492_791, 1)) % 97
  if (y > 64) return undefined
  return kind < 20 ? `minecraft:block_${kind}[axis=y]` : 'minecraft:stone'
}
const chunks = Array.from({ length: 33 }, (_, x) => Array.from({ length: x < 3 ? 3 : 1 }, (_, z) => ({ x, z }))).flat()
await writeRegions(
  regions,
  chunks.map((chunk) => ({ ...chunk, stateAt, sections: [-4, 19] as const })),
)

const folder = await openServerFolder(root, { log: quietLog })
const store = new SnapshotStore(path.join(root, 'snapshots'), { maxSnapshots: 20, maxBytes: 1e9 })
const editor = { flush: async () => undefined, edit: async () => undefined }
const snapshots = new BlockSnapshots({ folder, editor, store, clock: systemClock, log: quietLog })

const boxes = {
  cube: boxOf({ x: 3, y: 20, z: 5 }, { x: 34, y: 51, z: 36 }),
  wall: boxOf({ x: 0, y: 0, z: 8 }, { x: 511, y: 63, z: 8 }),
}
const take = (box: keyof typeof boxes) => () => snapshots.take('minecraft:overworld', boxes[box])

/** Chunks of the first region file, up to `count`. */
function unpack(count: number): void {
  const bytes = readFileSync(path.join(regions, 'r.0.0.mca'))
  for (let index = 0, left = count; index < 1_024 && left > 0; index++) {
    const at = bytes.readUIntBE(index * 4, 3) * 4_096
    if (at === 0) continue
    inflateSync(bytes.subarray(at + 5, at + 4 + bytes.readUInt32BE(at)))
    left--
  }
}

const rounds = sized({ full: 7, quick: 2, once: 1 })
await take('cube')()
const cube = await alternately(rounds, { ours: take('cube'), floor: () => unpack(9) })
const wall = await alternately(rounds, { ours: take('wall'), floor: () => unpack(32) })
const { id } = await take('cube')()
const plan = await alternately(rounds, { ours: () => snapshots.preview(id) })
rmSync(root, { recursive: true })
printFigures([
  cost('snapshot of 32 x 32 x 32 blocks (9 chunks)', 'ms', median(cube.ours.elapsed), median(cube.floor.elapsed)),
  cost('snapshot of 512 x 64 x 1 blocks (32 chunks)', 'ms', median(wall.ours.elapsed), median(wall.floor.elapsed)),
  cost('comparing the cube with its snapshot', 'ms', median(plan.ours.elapsed)),
])
process.exit(0)

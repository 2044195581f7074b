/**
 * A snapshot of 32,768 blocks on a link of 50 ms and 20 Mbit/s, from a full region file to a file in the profile. The
 * server's own save is not part of it.
 *
 * Floor: the whole region file by a bare `ssh2` client on a connection that is open already, on the same link.
 */
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { boxOf } from '../../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import type { ServerFiles } from '../../../src-main/providers/java/ports.js'
import { BlockSnapshots } from '../../../src-main/providers/java/snapshots/block-snapshots.js'
import { SnapshotStore } from '../../../src-main/providers/java/snapshots/snapshot-store.js'
import { mcsManagerWayOf } from '../../../src-main/providers/java/ways/mcsmanager/mcsmanager-way.js'
import { panelWayOf } from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { quietLog, systemClock } from '../../../src-main/storage/system-clock.js'
import { McsManagerModel } from '../../fakes/java/mcsmanager-model.js'
import { writeRegions } from '../../fixtures/java-world.js'
import { cost, type Figure, median, printFigures, sized } from '../contract/timing.js'
import { bareClient, bareFiles, link, scene, startPanel, startSshd } from './far-server.js'

const rounds = sized({ full: 5, quick: 2, once: 1 })
const box = boxOf({ x: 243, y: 20, z: 245 }, { x: 274, y: 51, z: 276 })
const properties = 'level-name=world\n'
const editor = { flush: async () => undefined, edit: async () => undefined }

/** A region file in which every chunk is there; nine of them are read. */
async function fullRegion(folder: string): Promise<string> {
  const regions = path.join(folder, 'world', 'region')
  mkdirSync(regions, { recursive: true })
  const stateAt = (x: number, y: number, z: number): string | undefined => {
    const kind = Math.abs(Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) % 97
    if (y > 64) return undefined
    return kind < 20 ? `minecraft:block_${kind}[axis=y]` : 'minecraft:stone'
  }
  const chunks = [15, 16, 17].flatMap((x) => [15, 16, 17].map((z) => ({ x, z, stateAt, sections: [-4, 19] as const })))
  await writeRegions(regions, chunks)
  const file = path.join(regions, 'r.0.0.mca')
  writeFileSync(file, withAllChunks(readFileSync(file)))
  const earlier = Date.now() / 1_000 - 600
  utimesSync(file, earlier, earlier)
  return file
}

/** The other places of the file hold as many sectors as those that are there, in the order of a world that was explored. */
function withAllChunks(region: Buffer): Buffer {
  const places = Array.from({ length: 1_024 }, (_, index) => region.readUInt32BE(index * 4))
  const present = places.filter((place) => place !== 0)
  const like = present[0] ?? 0
  const chunk = region.subarray((like >>> 8) * 4_096, ((like >>> 8) + (like & 255)) * 4_096)
  const sizes = Math.min(like & 255, 2)
  const pieces: Buffer[] = [Buffer.from(region.subarray(0, 8_192))]
  let at = 2
  for (const [index, place] of places.entries()) {
    const [from, count] = place === 0 ? [0, sizes] : [place >>> 8, place & 255]
    pieces.push(place === 0 ? chunk.subarray(0, count * 4_096) : region.subarray(from * 4_096, (from + count) * 4_096))
    pieces[0]?.writeUInt32BE(((at << 8) | count) >>> 0, index * 4)
    at += count
  }
  return Buffer.concat(pieces)
}

async function snapshotsOver(files: ServerFiles): Promise<() => Promise<number>> {
  const folder = await openServerFolder(files, { log: quietLog })
  const store = new SnapshotStore(path.join(scene.folder(), 'snapshots'), { maxSnapshots: 20, maxBytes: 1e9 })
  const snapshots = new BlockSnapshots({ folder, editor, store, clock: systemClock, log: quietLog })
  return () => timed(() => snapshots.take('minecraft:overworld', box))
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

async function several(take: () => Promise<number>): Promise<number> {
  const each: number[] = []
  for (let round = 0; round < rounds; round++) each.push(await take())
  return median(each)
}

const folder = scene.folder({ 'server.properties': properties })
const region = await fullRegion(folder)
const size = `a region file of ${(statSync(region).size / 1e6).toFixed(1)} MB`
const figures: Figure[] = []
let floor: number | undefined

const sshd = await startSshd()
if (sshd) {
  const cable = await scene.cable(sshd.port, link)
  const bare = await bareFiles(await bareClient(sshd, cable))
  const fetched = path.join(scene.folder(), 'region')
  floor = await several(() => timed(() => promisify(bare.fastGet.bind(bare))(region, fetched)))
  const take = await snapshotsOver(await scene.trusted(sshd, folder, cable).openFiles())
  const first = await take()
  figures.push(
    cost(`snapshot over SFTP, ${size}`, 'ms', first, floor),
    cost('the same again', 'ms', await several(take), floor),
  )
}

const panel = await startPanel(link)
const longAgo = Date.now() - 600_000
panel.node.files.put('server.properties', properties, 'file', longAgo)
panel.node.files.put('world/region/r.0.0.mca', readFileSync(region), 'file', longAgo)
const panelWay = panelWayOf(panel.address, panel.deps)
scene.onEnd(() => panelWay.stop())
const panelFiles = await panelWay.openFiles?.()
if (!panelFiles) throw new Error('A panel has files.')
const overPanel = await snapshotsOver(panelFiles)
figures.push(cost(`snapshot through a panel, ${size}`, 'ms', await overPanel(), floor))
figures.push(cost('the same again within a minute', 'ms', await overPanel(), floor))

const mcsManager = await McsManagerModel.start(async () => [])
scene.onEnd(() => mcsManager.stop())
mcsManager.files.set('/server.properties', Buffer.from(properties))
mcsManager.files.set('/world/region/r.0.0.mca', readFileSync(region))
const portOf = async (address: string) => (await scene.cable(Number(new URL(address).port), link)).port
const panelPort = await portOf(mcsManager.address.address)
mcsManager.publicNodePort = await portOf(`http://${mcsManager.address.node}`)
let passedMs = 0
const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + passedMs }
const mcsManagerWay = mcsManagerWayOf(
  { ...mcsManager.address, address: `http://127.0.0.1:${panelPort}` },
  { clock, log: scene.log },
)
scene.onEnd(() => mcsManagerWay.stop())
const mcsManagerFiles = await mcsManagerWay.openFiles?.()
if (!mcsManagerFiles) throw new Error('MCSManager has files.')
const overMcsManager = await snapshotsOver(mcsManagerFiles)
// The panel gives a ticket for a file once in three seconds, and one was just used.
passedMs = 3_100
figures.push(cost(`snapshot through MCSManager, ${size}`, 'ms', await overMcsManager(), floor))
printFigures(figures)
await scene.end()
process.exit(0)

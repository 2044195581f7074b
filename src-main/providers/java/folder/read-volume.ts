/** Read volume: reads the blocks of a box from the region files of a dimension. */

import { GatewayError } from '@contract/gateway-error.js'
import { air, blockIdOf } from '../../../policy/build/block-state.js'
import { type NbtCompound, numberAt } from '../../minecraft/nbt/nbt.js'
import { NbtError } from '../../minecraft/nbt/nbt-bounds.js'

import type { ServerFiles } from '../ports.js'
import {
  type BlockEntity,
  type BlockPosition,
  BlockVolume,
  type Box,
  checkBox,
  maxBlocks,
  sizeOf,
  volumeOf,
} from './block-volume.js'
import { blocksOfChunk, type ChunkBlocks, heightOfChunk } from './chunk-blocks.js'
import { ConfinedFolder } from './confined-folder.js'
import { folderError } from './folder-problem.js'
import { type ChunkPart, readChunk, regionName } from './region-file.js'
import { indexInRegion } from './region-format.js'
import { type RegionFiles, RegionPrefetch } from './region-prefetch.js'

export interface VolumeOptions {
  /** Maximum blocks; `maxBlocks` when omitted. */
  readonly most?: number
  /** Called for each chunk that is not there or not readable, which then is air. Without it such a chunk is an error. */
  readonly onUnread?: (problem: GatewayError, chunk: { readonly x: number; readonly z: number }) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * @param regions folder of the region files, inside the server folder
 * @throws GatewayError when a part is damaged, not generated or from a version before 1.13
 * @throws RangeError for an invalid box, or one larger than the limit
 */
export async function readVolume(
  files: ServerFiles,
  regions: string,
  box: Box,
  { most = maxBlocks, onUnread, signal }: VolumeOptions = {},
): Promise<BlockVolume> {
  checkBox(box)
  const volume = volumeOf(box)
  if (volume > most) throw new RangeError(`The box has ${volume} blocks; the maximum is ${most}.`)
  const size = sizeOf(box)
  const { min, max } = box
  const palette = new Map<string, number>([[air, 0]])
  const indices = new Uint16Array(volume)
  const blockEntities: BlockEntity[] = []
  let dataVersion = 0
  const source = sourceOf(files, regions, box)
  for (let chunkZ = min.z >> 4; chunkZ <= max.z >> 4; chunkZ++) {
    for (let chunkX = min.x >> 4; chunkX <= max.x >> 4; chunkX++) {
      signal?.throwIfAborted()
      try {
        const chunk = await chunkAt(source, regions, chunkX, chunkZ, box)
        dataVersion = Math.max(dataVersion, chunk.dataVersion)
        orDamaged(`${regions}/${regionName(chunkX, chunkZ)}`, chunkX, chunkZ, () =>
          copyBlocks(chunk, { box, size, chunkX, chunkZ, palette, indices }),
        )
        blockEntities.push(...chunk.blockEntities.flatMap((entity) => blockEntityIn(box, entity)))
      } catch (error) {
        if (!onUnread || !(error instanceof GatewayError) || !ofOneChunk.has(String(error.details?.why))) throw error
        onUnread(error, { x: chunkX, z: chunkZ })
      }
    }
  }
  return new BlockVolume({ box, palette: [...palette.keys()], indices, blockEntities, dataVersion })
}

/** Id of one block and its state. */
export async function readBlock(files: ServerFiles, regions: string, at: Box['min']) {
  const volume = await readVolume(files, regions, { min: at, max: at })
  const state = volume.stateAt(at)
  return { id: blockIdOf(state), state, blockEntity: volume.blockEntityAt(at) }
}

/** From the lowest to the highest block of the world, as a chunk tells it; undefined when it does not. @throws GatewayError */
export async function readHeight(
  files: ServerFiles,
  regions: string,
  { x, z }: { readonly x: number; readonly z: number },
) {
  const at = { x: x * 16, y: 0, z: z * 16 }
  const found = await readChunk(sourceOf(files, regions, { min: at, max: at }), regions, x, z)
  return found && orDamaged(`${regions}/${regionName(x, z)}`, x, z, () => heightOfChunk(found))
}

/** Problems that another chunk need not have. */
const ofOneChunk: ReadonlySet<string> = new Set([
  'folder-not-generated',
  'folder-damaged',
  'folder-compression',
  'folder-chunk-file-missing',
  'folder-chunk-too-large',
  'folder-chunk-in-parts',
])

type ReadBlocks = Extract<ChunkBlocks, { kind: 'blocks' }>

/** A file on this computer is read as it is; elsewhere each request takes a round trip. */
function sourceOf(files: ServerFiles, regions: string, { min, max }: Box): RegionFiles {
  if (files instanceof ConfinedFolder) return files
  const chunks = new Map<string, number[]>()
  for (let z = min.z >> 4; z <= max.z >> 4; z++) {
    for (let x = min.x >> 4; x <= max.x >> 4; x++) {
      const file = `${regions}/${regionName(x, z)}`
      chunks.set(file, [...(chunks.get(file) ?? []), indexInRegion(x, z)])
    }
  }
  return new RegionPrefetch(files, chunks)
}

async function chunkAt(files: RegionFiles, regions: string, x: number, z: number, box: Box): Promise<ReadBlocks> {
  const file = `${regions}/${regionName(x, z)}`
  const keeps: ChunkPart = (list, part) =>
    list.toLowerCase() === 'sections' ? isSectionIn(box, part) : isBlockIn(box, part)
  const found = await readChunk(files, regions, x, z, keeps)
  if (!found) throw folderError('not-generated', file, { detail: `chunk ${x} ${z}` })
  const blocks = orDamaged(file, x, z, () => blocksOfChunk(found, x, z))
  if (blocks.kind === 'numbered') throw folderError('unsupported', file)
  if (blocks.kind === 'unfinished') throw folderError('not-generated', file, { detail: `chunk ${x} ${z}` })
  return blocks
}

function orDamaged<Result>(file: string, x: number, z: number, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof NbtError)) throw error
    throw folderError('damaged', file, { cause: error, detail: `chunk ${x} ${z}: ${error.message}` })
  }
}

interface Target {
  readonly box: Box
  readonly size: BlockPosition
  readonly chunkX: number
  readonly chunkZ: number
  readonly palette: Map<string, number>
  readonly indices: Uint16Array
}

/** Sections are decoded on demand, so damage may be found here. @throws NbtError */
function copyBlocks(chunk: ReadBlocks, { box: { min, max }, size, chunkX, chunkZ, palette, indices }: Target): void {
  const [fromX, toX] = [Math.max(min.x, chunkX * 16), Math.min(max.x, chunkX * 16 + 15)]
  const [fromZ, toZ] = [Math.max(min.z, chunkZ * 16), Math.min(max.z, chunkZ * 16 + 15)]
  // A section has a palette of its own: each of its numbers is looked up once.
  const numbers = new Map<readonly string[], Int32Array>()
  for (let y = min.y; y <= max.y; y++) {
    const section = chunk.sectionAt(y >> 4)
    if (!section) continue
    const known = numbers.get(section.palette)
    const numberOf = known ?? new Int32Array(section.palette.length).fill(-1)
    if (!known) numbers.set(section.palette, numberOf)
    for (let z = fromZ; z <= toZ; z++) {
      let index = ((y - min.y) * size.z + (z - min.z)) * size.x + (fromX - min.x)
      const row = ((y & 15) << 8) | ((z & 15) << 4)
      for (let x = fromX; x <= toX; x++, index++) {
        const local = section.indices?.[row | (x & 15)] ?? 0
        let number = numberOf[local] ?? -1
        if (number < 0) {
          number = numberIn(palette, section.palette[local] ?? air)
          numberOf[local] = number
        }
        indices[index] = number
      }
    }
  }
}

/** As many as an index can name; no game has so many. */
const mostStates = 65_536

function numberIn(palette: Map<string, number>, state: string): number {
  const known = palette.get(state)
  if (known !== undefined) return known
  if (palette.size >= mostStates) throw new NbtError('There are too many different blocks.')
  palette.set(state, palette.size)
  return palette.size - 1
}

/** The members that the game sets itself when a command places the block. */
const ownNames = new Set(['id', 'x', 'y', 'z', 'keepPacked'])

const isWithin = (low: number, value: number | undefined, high: number): value is number =>
  value !== undefined && value >= low && value <= high

const isSectionIn = ({ min, max }: Box, section: NbtCompound): boolean =>
  isWithin(min.y >> 4, numberAt(section, 'Y'), max.y >> 4)

const isBlockIn = ({ min, max }: Box, entity: NbtCompound): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => isWithin(min[axis], numberAt(entity, axis), max[axis]))

function blockEntityIn(box: Box, entity: NbtCompound): BlockEntity[] {
  const [x, y, z] = [numberAt(entity, 'x'), numberAt(entity, 'y'), numberAt(entity, 'z')]
  if (x === undefined || y === undefined || z === undefined || !isBlockIn(box, entity)) return []
  const data = Object.fromEntries(Object.entries(entity).filter(([name]) => !ownNames.has(name)))
  return [{ x, y, z, data }]
}

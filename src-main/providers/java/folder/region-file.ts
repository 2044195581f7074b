/**
 * Region file: reads chunks of one `r.X.Z.mca`. The server may write the file at the same time, so an invalid chunk is
 * read a second time before it counts as damaged.
 */

import { type Compression, inflate } from '../../minecraft/nbt/inflate.js'
import { type NbtCompound, type NbtLimits, type NbtSelection, readNbt } from '../../minecraft/nbt/nbt.js'
import { NbtError, type NbtPlan, NbtTooLarge } from '../../minecraft/nbt/nbt-bounds.js'
import type { OpenedFile } from '../ports.js'
import { folderError, isMissing } from './folder-problem.js'
import { compressionOf, indexInRegion, rejectOtherFormat, rejectPartsOfPaper } from './region-format.js'
import type { RegionFiles } from './region-prefetch.js'

const sector = 4_096

/** Maximum size of one chunk. Vanilla chunks are below a megabyte; storage halls reach tens. */
export const chunkLimits: NbtLimits = { maxBytes: 24 * 1024 * 1024, maxValues: 2_000_000 }

const bodyPlan: NbtPlan = {
  xPos: 'whole',
  yPos: 'whole',
  zPos: 'whole',
  Status: 'whole',
  sections: 'each',
  Sections: 'each',
  block_entities: 'each',
  TileEntities: 'each',
}
const chunkPlan: NbtPlan = { ...bodyPlan, DataVersion: 'whole', Level: bodyPlan }

/** The requested sections and block entities of a chunk; all when omitted. */
export type ChunkPart = NbtSelection['keeps']

/** One chunk at a time: each can grow to its limit while it is decompressed. */
let turn: Promise<unknown> = Promise.resolve()

/** As many sectors as a header can hold: Spigot stores larger chunks too, whose length is only in the chunk. */
const mostSectors = 255

/** Flag for a chunk stored in a separate file. */
const external = 0x80

const regionOf = (chunkX: number, chunkZ: number): string => `r.${chunkX >> 5}.${chunkZ >> 5}`

export const regionName = (chunkX: number, chunkZ: number): string => `${regionOf(chunkX, chunkZ)}.mca`

/** The bytes of a chunk and their compression. */
interface PackedChunk {
  readonly bytes: Buffer
  readonly compression: Compression
}

/**
 * The NBT of one chunk; undefined when the region file or the chunk does not exist.
 *
 * @param folder path of the region folder inside the server folder
 * @throws GatewayError when it is damaged, or in a format that is not supported
 */
export async function readChunk(
  files: RegionFiles,
  folder: string,
  chunkX: number,
  chunkZ: number,
  keeps?: ChunkPart,
): Promise<NbtCompound | undefined> {
  const once = () => {
    const mine = turn.then(() => readChunkOnce(files, folder, chunkX, chunkZ, keeps))
    // Drop the compressed bytes, which would otherwise stay in memory until the next chunk.
    turn = mine.then(
      () => {},
      () => {},
    )
    return mine
  }
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof NbtError)) throw error
  }
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof NbtError)) throw error
    const detail = `chunk ${chunkX} ${chunkZ}: ${error.message}`
    const why = error instanceof NbtTooLarge ? 'chunk-too-large' : 'damaged'
    throw folderError(why, `${folder}/${regionName(chunkX, chunkZ)}`, { cause: error, detail })
  }
}

async function readChunkOnce(
  files: RegionFiles,
  folder: string,
  chunkX: number,
  chunkZ: number,
  keeps: ChunkPart,
): Promise<NbtCompound | undefined> {
  const packed = await packedChunk(files, folder, chunkX, chunkZ)
  if (!packed) return undefined
  return readNbt(await inflate(packed.bytes, packed.compression, chunkLimits.maxBytes), chunkLimits, {
    plan: chunkPlan,
    ...(keeps && { keeps }),
  })
}

async function packedChunk(
  files: RegionFiles,
  folder: string,
  chunkX: number,
  chunkZ: number,
): Promise<PackedChunk | undefined> {
  const region = `${folder}/${regionName(chunkX, chunkZ)}`
  const inRegion = await files
    .withFile(region, async (file, { size }) => {
      if (size === 0) return undefined
      if (size < 2 * sector) throw new NbtError('The file is cut off.')
      const entry = await bytesAt(file, indexInRegion(chunkX, chunkZ) * 4, 4)
      const at = entry.readUIntBE(0, 3) * sector
      const sectors = entry.readUInt8(3)
      if (at === 0 && sectors === 0) return undefined
      if (at < 2 * sector || sectors === 0) throw new NbtError('Its place in the file is impossible.')
      const head = await bytesAt(file, at, 5)
      const length = head.readInt32BE(0)
      if (length < 1) throw new NbtError('Its length is impossible.')
      if (sectors < mostSectors && length + 4 > sectors * sector) throw new NbtError('Its length is impossible.')
      if (at + 4 + length > size) throw new NbtError('The file is cut off.')
      if (length > chunkLimits.maxBytes) throw new NbtTooLarge('It is too large.')
      return { number: head.readUInt8(4), bytes: await bytesAt(file, at + 5, length - 1) }
    })
    .catch(async (error) => {
      if (!isMissing(error)) throw error
      await rejectOtherFormat(files, folder, regionOf(chunkX, chunkZ))
      return undefined
    })
  if (!inRegion) return undefined
  await rejectPartsOfPaper(files, folder, regionOf(chunkX, chunkZ), [chunkX, chunkZ])
  const compression = compressionOf(inRegion.number & ~external, inRegion.bytes, region)
  if ((inRegion.number & external) === 0) return { bytes: inRegion.bytes, compression }
  const file = `${folder}/c.${chunkX}.${chunkZ}.mcc`
  const bytes = await files.readIfThere(file, chunkLimits.maxBytes).catch((error) => {
    throw error.details?.why === 'folder-too-large' ? folderError('chunk-too-large', file) : error
  })
  if (!bytes) throw folderError('chunk-file-missing', file)
  return { bytes, compression }
}

async function bytesAt(file: OpenedFile, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  if (bytesRead !== length) throw new NbtError('The file is cut off.')
  return buffer
}

/**
 * Region format: names the formats of region files and chunks that Gatehouse does not read, so that a healthy world is
 * never called damaged or not generated.
 *
 * Vanilla writes `.mca` files with compressions 1 to 4; 127 is any other, with its name. Forks and mods have more.
 */

import type { Compression } from '../../minecraft/nbt/inflate.js'
import { NbtError } from '../../minecraft/nbt/nbt-bounds.js'
import { folderError } from './folder-problem.js'
import type { RegionFiles } from './region-prefetch.js'

const compressions: Readonly<Record<number, Compression>> = { 1: 'gzip', 2: 'zlib', 3: 'none', 4: 'lz4' }

/** Followed by a name and the data. */
const custom = 127

/** Written by the mods Fireblanket and Plutonium. */
const zstd = 53

const customName = /^[a-z0-9_.-]{1,64}:[a-z0-9_./-]{1,64}$/u

/**
 * @param number of the compression, without the flag for an external file
 * @param bytes of the chunk, as far as they are known
 * @throws GatewayError for one that is not supported @throws NbtError for a number that nobody writes
 */
export function compressionOf(number: number, bytes: Buffer, file: string): Compression {
  const known = compressions[number]
  if (known) return known
  if (number === 0) throw new NbtError('It has no compression number.')
  if (number === custom) throw folderError('compression', file, { name: nameIn(bytes) ?? 'custom, without a name' })
  throw folderError('compression', file, { name: number === zstd ? `zstd, number ${zstd}` : `number ${number}` })
}

/** Java's `writeUTF`: a length of two bytes, then the text. */
function nameIn(bytes: Buffer): string | undefined {
  const length = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  const name = bytes.toString('latin1', 2, 2 + Math.min(length, 130))
  return customName.test(name) ? name : undefined
}

/** `r.0.0.linear`, `r.0.0.b_linear`; also copies beside an `.mca`, which do not count. */
const regionFile = /^r\.-?\d{1,7}\.-?\d{1,7}\.([a-z0-9_]{1,16})$/u

const ofMca = new Set(['mca', 'mcc', 'bak', 'backup', 'old', 'tmp', 'corrupt', 'nbt', 'gz', 'zip'])

/**
 * Call when an `.mca` is missing.
 *
 * @param region name without its ending, for example `r.0.-1`
 * @throws GatewayError when the world is in another format
 */
export async function rejectOtherFormat(files: RegionFiles, folder: string, region: string): Promise<void> {
  const others = (await files.names(folder)).flatMap((name) => {
    const ending = regionFile.exec(name)?.[1]
    return ending === undefined || ofMca.has(ending) ? [] : [{ name, ending }]
  })
  const found =
    others.find(({ name }) => name.startsWith(`${region}.`)) ?? others.find(({ ending }) => isLinear(ending))
  if (found) throw folderError('region-format', `${folder}/${found.name}`, { name: `.${found.ending}` })
}

/** The formats of Kaiiju, Leaf, Leaves, Luminol and other forks. */
const isLinear = (ending: string): boolean => ending.includes('linear')

/** Index of a chunk in the tables of its region. */
export const indexInRegion = (chunkX: number, chunkZ: number): number => (chunkX & 31) + (chunkZ & 31) * 32

/**
 * Older versions of Paper moved the contents of a chunk of more than a megabyte to a second file. The rest alone would read as
 * empty chests.
 *
 * @throws GatewayError
 */
export async function rejectPartsOfPaper(
  files: RegionFiles,
  folder: string,
  region: string,
  [chunkX, chunkZ]: readonly [number, number],
): Promise<void> {
  const marks = await files.readIfThere(`${folder}/${region}.oversized.nbt`, 4_096)
  if (marks?.[indexInRegion(chunkX, chunkZ)] !== 1) return
  throw folderError('chunk-in-parts', `${folder}/${region}_oversized_${chunkX}_${chunkZ}.nbt`)
}

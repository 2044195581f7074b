/**
 * Chunk blocks: the blocks of one chunk, in all formats since 1.13.
 *
 * 1.13 to 1.17 store them under `Level.Sections`, later versions in `sections`. Before 1.16 an index may span two
 * longs. Palettes hold names, so no version table is needed. Up to 1.12 blocks are numbers: not supported.
 */
import { blockStateOf } from '../../minecraft/nbt/block-state.js'
import {
  compoundAt,
  compoundsAt,
  hasCompound,
  longsAt,
  type NbtCompound,
  numberAt,
  stringAt,
} from '../../minecraft/nbt/nbt.js'
import { NbtError } from '../../minecraft/nbt/nbt-bounds.js'

/** Blocks of a section of 16 x 16 x 16. */
const sectionSize = 4_096

/** Data version of 20w17a: since then no index spans two longs. */
const unspannedSince = 2_529

/** Data version of 17w47a: since then blocks have names. */
const namedSince = 1_451

/** One section: the state of each block, in the order y, z, x. */
export interface Section {
  readonly palette: readonly string[]
  /** Undefined when all blocks are the first of the palette. */
  readonly indices: Uint16Array | undefined
}

export type ChunkBlocks =
  | {
      readonly kind: 'blocks'
      /** @param y of the section, in sections of the world. Undefined where nothing is stored: air. @throws NbtError */
      sectionAt(y: number): Section | undefined
      readonly blockEntities: readonly NbtCompound[]
      readonly dataVersion: number
    }
  | { readonly kind: 'numbered' }
  | { readonly kind: 'unfinished' }

/** @throws NbtError when it is not a valid chunk */
export function blocksOfChunk(chunk: NbtCompound, chunkX: number, chunkZ: number): ChunkBlocks {
  const dataVersion = numberAt(chunk, 'DataVersion') ?? 0
  if (dataVersion < namedSince) return { kind: 'numbered' }
  const isNested = hasCompound(chunk, 'Level')
  const body = isNested ? compoundAt(chunk, 'Level') : chunk
  if (numberAt(body, 'xPos') !== chunkX || numberAt(body, 'zPos') !== chunkZ) {
    throw new NbtError('It holds another chunk.')
  }
  if (!isFinished(stringAt(body, 'Status'))) return { kind: 'unfinished' }
  const sections = new Map<number, NbtCompound>()
  for (const section of compoundsAt(body, isNested ? 'Sections' : 'sections')) {
    const y = numberAt(section, 'Y')
    if (y !== undefined) sections.set(y, section)
  }
  const decoded = new Map<number, Section | undefined>()
  const sectionAt = (y: number): Section | undefined => {
    if (!decoded.has(y)) {
      const section = sections.get(y)
      decoded.set(y, section && decodeSection(section, isNested, dataVersion))
    }
    return decoded.get(y)
  }
  return {
    kind: 'blocks',
    dataVersion,
    blockEntities: compoundsAt(body, isNested ? 'TileEntities' : 'block_entities'),
    sectionAt,
  }
}

/**
 * Blocks from bottom to top: since 1.18 the game writes every section of the world's height, and the number of the lowest.
 * Undefined for other chunks.
 */
export function heightOfChunk(chunk: NbtCompound): { readonly min: number; readonly max: number } | undefined {
  const lowest = numberAt(chunk, 'yPos')
  if (lowest === undefined) return undefined
  const stored = new Set<number>()
  // Sections beside the world hold light only.
  for (const section of compoundsAt(chunk, 'sections'))
    if (hasCompound(section, 'block_states')) stored.add(numberAt(section, 'Y') ?? Number.NaN)
  let next = lowest
  while (stored.has(next)) next++
  return next === lowest ? undefined : { min: lowest * 16, max: next * 16 - 1 }
}

const finished = new Set([
  'full',
  'minecraft:full',
  'fullchunk',
  'postprocessed',
  'mobs_spawned',
  'lightpopulated',
  'heightmaps',
  'minecraft:heightmaps',
])

const isFinished = (status: string | undefined): boolean => status === undefined || finished.has(status)

function decodeSection(section: NbtCompound, isNested: boolean, dataVersion: number): Section | undefined {
  const states = isNested ? section : compoundAt(section, 'block_states')
  const palette = compoundsAt(states, isNested ? 'Palette' : 'palette').map(blockStateOf)
  // Old chunks have sections with light only.
  if (palette.length === 0) return undefined
  const data = longsAt(states, isNested ? 'BlockStates' : 'data')
  if (!data || data.length === 0) {
    if (palette.length > 1) throw new NbtError('A section has no blocks.')
    return { palette, indices: undefined }
  }
  if (palette.length > sectionSize) throw new NbtError('A palette is too large.')
  const bits = Math.max(4, 32 - Math.clz32(palette.length - 1))
  const indices = dataVersion < unspannedSince ? spanned(data, bits) : padded(data, bits)
  for (const index of indices) if (index >= palette.length) throw new NbtError('A block is not in its palette.')
  return { palette, indices }
}

/** As 32-bit words; the low word comes first on every platform that Node supports. */
const wordsOf = (data: BigInt64Array): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.length * 2)

/** Each long holds as many complete indices as fit. */
function padded(data: BigInt64Array, bits: number): Uint16Array {
  const perLong = Math.floor(64 / bits)
  if (data.length !== Math.ceil(sectionSize / perLong)) throw new NbtError('A section has another length.')
  const words = wordsOf(data)
  const out = new Uint16Array(sectionSize)
  for (let index = 0; index < sectionSize; index++) {
    const long = Math.floor(index / perLong)
    out[index] = bitsAt(words, long * 64 + (index - long * perLong) * bits, bits)
  }
  return out
}

/** Indices are packed and may span two longs. */
function spanned(data: BigInt64Array, bits: number): Uint16Array {
  if (data.length !== (sectionSize * bits) / 64) throw new NbtError('A section has another length.')
  const words = wordsOf(data)
  const out = new Uint16Array(sectionSize)
  for (let index = 0; index < sectionSize; index++) out[index] = bitsAt(words, index * bits, bits)
  return out
}

/** @param bits at most 16 */
function bitsAt(words: Uint32Array, position: number, bits: number): number {
  const word = position >>> 5
  const shift = position & 31
  const low = (words[word] ?? 0) >>> shift
  const high = shift + bits > 32 ? (words[word + 1] ?? 0) << (32 - shift) : 0
  return (low | high) & ((1 << bits) - 1)
}

/** Inflate: decompresses the formats of region files, with a limit on the output size (invariant 5). */
import { promisify } from 'node:util'
import { gunzip, inflate as inflateZlib } from 'node:zlib'
import { nextTurn } from '@shared/turns.js'
import { NbtError, NbtTooLarge } from './nbt-bounds.js'

export type Compression = 'gzip' | 'zlib' | 'none' | 'lz4'

const gunzipAsync = promisify(gunzip)
const inflateAsync = promisify(inflateZlib)

/** @throws NbtError when it is damaged or would become too large */
export async function inflate(bytes: Buffer, way: Compression, maxBytes: number): Promise<Buffer> {
  try {
    if (way === 'gzip') return await gunzipAsync(bytes, { maxOutputLength: maxBytes })
    if (way === 'zlib') return await inflateAsync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge) throw new NbtTooLarge('The data is too large.', { cause: error })
    throw new NbtError('The compressed data is damaged.', { cause: error })
  }
  if (way === 'lz4') return readLz4Blocks(bytes, maxBytes)
  if (bytes.length > maxBytes) throw new NbtTooLarge('The data is too large.')
  return bytes
}

const magic = 'LZ4Block'
const headSize = 21
const [raw, compressed] = [0x10, 0x20] as const
/** Maximum bytes of one block, decompressed in one turn of the event loop. Minecraft writes 64 KiB. */
const maxBlockBytes = 256 * 1024

/**
 * Reads the stream that Minecraft writes with `region-file-compression=lz4` (24w04a and later).
 *
 * Each block has a 21-byte header: `LZ4Block`, a token (method and level), compressed and plain length, checksum. The
 * last block is empty. The LZ4 packages read only the frame format, so this is our own code. Checksums are not
 * verified: the NBT parser checks the data.
 *
 * Yields to the event loop after each block. @throws NbtError
 */
export async function readLz4Blocks(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  const blocks: Buffer[] = []
  let total = 0
  for (let at = 0; at < bytes.length; ) {
    if (at + headSize > bytes.length || bytes.toString('latin1', at, at + 8) !== magic) throw damaged()
    const method = (bytes[at + 8] ?? 0) & 0xf0
    const size = bytes.readInt32LE(at + 9)
    const plainSize = bytes.readInt32LE(at + 13)
    at += headSize
    total += plainSize
    if (size < 0 || plainSize < 0 || at + size > bytes.length) throw damaged()
    if (total > maxBytes || plainSize > maxBlockBytes) throw new NbtTooLarge('The data is too large.')
    if (plainSize === 0) break
    const block = bytes.subarray(at, at + size)
    if (method === raw && size === plainSize) blocks.push(block)
    else if (method === compressed) blocks.push(decompressLz4(block, plainSize))
    else throw damaged()
    at += size
    if (blocks.length % 16 === 0 || plainSize > 65_536) await nextTurn()
  }
  return Buffer.concat(blocks)
}

/** Decodes one LZ4 block. @throws NbtError unless it gives exactly `plainSize` bytes */
export function decompressLz4(block: Uint8Array, plainSize: number): Buffer {
  const out = Buffer.alloc(plainSize)
  let from = 0
  let to = 0
  const lengthFrom = (nibble: number): number => {
    let length = nibble
    if (nibble !== 15) return length
    for (;;) {
      const more = block[from++]
      if (more === undefined) throw damaged()
      length += more
      if (more !== 255) return length
    }
  }
  while (from < block.length) {
    const token = block[from++] ?? 0
    const literals = lengthFrom(token >> 4)
    if (from + literals > block.length || to + literals > plainSize) throw damaged()
    out.set(block.subarray(from, from + literals), to)
    from += literals
    to += literals
    // The last sequence has literals only.
    if (from === block.length) break
    const distance = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8)
    from += 2
    const length = lengthFrom(token & 15) + 4
    if (distance === 0 || distance > to || to + length > plainSize) throw damaged()
    // Byte by byte, because a match may overlap its output.
    for (const end = to + length; to < end; to++) out[to] = out[to - distance] ?? 0
  }
  if (to !== plainSize) throw damaged()
  return out
}

const damaged = (): NbtError => new NbtError('The LZ4 data is damaged.')

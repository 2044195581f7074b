/** Inflate: decompresses the formats of region files, with a limit on the output size (invariant 5). */
import { promisify } from 'node:util'
import { gunzip, inflate as inflateZlib } from 'node:zlib'
import { readLz4Blocks } from './lz4-blocks.js'
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

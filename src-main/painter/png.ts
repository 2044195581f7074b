/**
 * PNG: encodes a picture, with a palette while it has at most 256 colours and with full colours otherwise.
 *
 * Colours are `0xAABBGGRR`: the bytes of a pixel in memory.
 */
import { constants, crc32, deflateSync } from 'node:zlib'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const colourTypes = { palette: 3, full: 6 }

export function encodePng(width: number, height: number, pixels: Uint32Array): Uint8Array<ArrayBuffer> {
  const indexed = indexesOf(pixels)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, indexed ? colourTypes.palette : colourTypes.full], 8)
  const rows = indexed
    ? rowsOf(width, height, indexed.indexes)
    : rowsOf(width * 4, height, new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength))
  const level = { level: indexed ? 9 : 6, strategy: constants.Z_DEFAULT_STRATEGY, memLevel: 9 }
  const parts = [
    signature,
    chunkOf('IHDR', header),
    ...(indexed ? paletteOf(indexed.colours) : []),
    chunkOf('IDAT', deflateSync(rows, level)),
    chunkOf('IEND', new Uint8Array()),
  ]
  const png = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    png.set(part, at)
    at += part.length
  }
  return png
}

/** Nothing when there are more than 256 colours. */
function indexesOf(pixels: Uint32Array) {
  const numbers = new Map<number, number>()
  const indexes = new Uint8Array(pixels.length)
  let [last, index] = [-1, 0]
  for (let at = 0; at < pixels.length; at++) {
    const colour = pixels[at] as number
    if (colour !== last) {
      last = colour
      const known = numbers.get(colour)
      if (known === undefined && numbers.size === 256) return undefined
      index = known ?? numbers.size
      if (known === undefined) numbers.set(colour, index)
    }
    indexes[at] = index
  }
  return { indexes, colours: [...numbers.keys()] }
}

function paletteOf(colours: readonly number[]): Uint8Array[] {
  const palette = Uint8Array.from(
    colours.flatMap((colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]),
  )
  const alphas = Uint8Array.from(colours, (colour) => colour >>> 24)
  return [chunkOf('PLTE', palette), ...(alphas.some((alpha) => alpha < 255) ? [chunkOf('tRNS', alphas)] : [])]
}

/** Each row after the number of its filter: none, since areas of one colour shrink best without. */
function rowsOf(stride: number, height: number, bytes: Uint8Array): Uint8Array {
  const rows = new Uint8Array((stride + 1) * height)
  for (let row = 0; row < height; row++) {
    rows.set(bytes.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1)
  }
  return rows
}

function chunkOf(name: string, content: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(name, 4, 'latin1')
  chunk.set(content, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8)
  return chunk
}

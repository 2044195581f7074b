/**
 * Region prefetch: reads what a box needs of region files on another computer in few requests, because each takes a
 * round trip: the table of places, then neighbouring chunks together and several ranges at once.
 *
 * A file that was changed meanwhile is read again: without an inode only its facts tell. Guards invariant 7: what is
 * held at once is bounded; the rest is read when it is needed.
 */
import type { FileFacts, OpenedFile, ServerFiles } from '../ports.js'
import { folderError } from './folder-problem.js'

/** What reading chunks needs of the files of a server. */
export type RegionFiles = Pick<ServerFiles, 'withFile' | 'readIfThere' | 'names'>

const sector = 4_096
/** The places of all chunks; times of saving follow. */
const tableBytes = sector
/** Bytes between two chunks that cost less than another request. */
const mergedGap = 64 * 1024
/** Maximum bytes held for one box. */
const maxHeld = 64 * 1024 * 1024
/** Ranges of one file that are read at once. */
const maxAtOnce = 8
/** Attempts to read a file that changes meanwhile. */
const maxTries = 5

interface Piece {
  readonly at: number
  readonly bytes: Buffer
}

interface HeldRegion {
  readonly facts: FileFacts
  readonly pieces: readonly Piece[]
}

export class RegionPrefetch implements RegionFiles {
  readonly #files: ServerFiles
  readonly #chunks: ReadonlyMap<string, readonly number[]>
  readonly #held = new Map<string, Promise<HeldRegion>>()
  readonly #marks = new Map<string, Promise<Buffer | undefined>>()
  #bytes = 0

  /** @param chunks path of each region file → the places of the needed chunks in its table */
  constructor(files: ServerFiles, chunks: ReadonlyMap<string, readonly number[]>) {
    this.#files = files
    this.#chunks = chunks
  }

  withFile: ServerFiles['withFile'] = async (path, use) => {
    const indices = this.#chunks.get(path)
    if (!indices) return this.#files.withFile(path, use)
    const held = this.#held.get(path) ?? this.#read(path, indices)
    this.#held.set(path, held)
    const { pieces, facts } = await held
    return use(this.#opened(path, pieces), facts)
  }

  /** Marks of large chunks are the same for a whole region; other files are read once anyway. */
  readIfThere(path: string, most: number): Promise<Buffer | undefined> {
    const read = this.#marks.get(path) ?? this.#files.readIfThere(path, most)
    if (path.endsWith('.oversized.nbt')) this.#marks.set(path, read)
    return read
  }

  names(path: string): Promise<readonly string[]> {
    return this.#files.names(path)
  }

  #opened(path: string, pieces: readonly Piece[]): OpenedFile {
    return {
      read: (buffer, offset, length, position) => {
        const piece = pieces.find(({ at, bytes }) => at <= position && position + length <= at + bytes.length)
        if (!piece) return this.#files.withFile(path, (file) => file.read(buffer, offset, length, position))
        const from = position - piece.at
        return Promise.resolve({ bytesRead: piece.bytes.copy(buffer, offset, from, from + length) })
      },
    }
  }

  async #read(path: string, indices: readonly number[]): Promise<HeldRegion> {
    for (let tries = 0; tries < maxTries; tries++) {
      const held = await this.#files.withFile(path, (file, facts) => this.#readOnce(file, facts, indices))
      if (await this.#isUnchanged(path, held.facts)) return held
    }
    throw folderError('keeps-changing', path)
  }

  async #isUnchanged(path: string, facts: FileFacts): Promise<boolean> {
    if (this.#files.isUnchanged) return this.#files.isUnchanged(path, facts)
    const after = await this.#files.facts(path)
    return after?.size === facts.size && after.modified === facts.modified
  }

  async #readOnce(file: OpenedFile, facts: FileFacts, indices: readonly number[]): Promise<HeldRegion> {
    const table = await pieceOf(file, { at: 0, length: Math.min(facts.size, tableBytes) })
    const ranges = rangesOf(table.bytes, indices, facts.size).filter(({ length }) => {
      const fits = this.#bytes + length <= maxHeld
      if (fits) this.#bytes += length
      return fits
    })
    const pieces = [table]
    for (let next = 0; next < ranges.length; next += maxAtOnce) {
      const some = ranges.slice(next, next + maxAtOnce)
      pieces.push(...(await Promise.all(some.map((range) => pieceOf(file, range)))))
    }
    return { facts, pieces }
  }
}

interface Range {
  readonly at: number
  readonly length: number
}

/** The sectors of the chunks, as far as the table says them truly; neighbours together. */
export function rangesOf(table: Buffer, indices: readonly number[], size: number): readonly Range[] {
  const places = indices
    .filter((index) => index * 4 + 4 <= table.length)
    .map((index) => ({ at: table.readUIntBE(index * 4, 3) * sector, length: table.readUInt8(index * 4 + 3) * sector }))
    .filter(({ at, length }) => at >= 2 * sector && length > 0 && at < size)
    .map(({ at, length }) => ({ at, length: Math.min(length, size - at) }))
    .sort((a, b) => a.at - b.at)
  const ranges: { at: number; length: number }[] = []
  for (const { at, length } of places) {
    const last = ranges.at(-1)
    if (last && at - (last.at + last.length) <= mergedGap) {
      last.length = Math.max(last.length, at + length - last.at)
    } else ranges.push({ at, length })
  }
  return ranges
}

async function pieceOf(file: OpenedFile, { at, length }: Range): Promise<Piece> {
  const bytes = Buffer.alloc(length)
  let size = 0
  for (let read = -1; read !== 0 && size < length; size += read)
    read = (await file.read(bytes, size, length - size, at + size)).bytesRead
  return { at, bytes: bytes.subarray(0, size) }
}

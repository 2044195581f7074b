/**
 * Loaded chunks: keeps chunks loaded while their blocks are set, and only those that nobody else keeps loaded.
 *
 * What is loaded is on disk before the command: after a crash it is released at the next connection.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import type { Log } from '../../../gateway/ports/runtime.js'
import { writePrivateFile } from '../../../storage/profile.js'
import { integer, resourceId } from '../dialects/command-arguments.js'
import type { CommandDialect } from '../dialects/dialect.js'
import type { Box } from '../folder/block-volume.js'

export interface LoadedChunksOptions {
  /** Absolute path of the file that names the chunks that are kept loaded. */
  readonly file: string
  readonly log: Log
}

/** Chunks from corner to corner. */
interface Held {
  readonly dimension: string
  readonly x: number
  readonly z: number
  readonly toX: number
  readonly toZ: number
}

/** Most chunks that stay loaded at once: tiles above each other use the same. */
export const maxHeldChunks = 64
const chunkForm = /\[(-?\d{1,7}), (-?\d{1,7})\]/gu

export class LoadedChunks {
  readonly #options: LoadedChunksOptions
  readonly #dialect: CommandDialect
  #read: Held[] | undefined
  /** Chunks that others keep loaded, by dimension; `everything` is unknown where there are too many to list. */
  readonly #others = new Map<string, ReadonlySet<string> | undefined>()

  constructor(options: LoadedChunksOptions, dialect: CommandDialect) {
    this.#options = options
    this.#dialect = dialect
  }

  /** Read when first needed: the work of an earlier connection may still have ended after this one began. */
  get #held(): Held[] {
    this.#read ??= readHeld(this.#options.file)
    return this.#read
  }

  /**
   * Keeps the chunks of a box loaded until others are needed or `release`.
   *
   * @param reach the box with what is needed next, of at most `maxHeldChunks`
   * @throws GatewayError when it was lost
   */
  async hold(dimension: string, box: Box, reach: Box = box): Promise<void> {
    if (!this.#dialect.has('forceChunks')) return
    const needed = areaOf(dimension, box)
    if (this.#held.some((one) => isWithin(needed, one))) return
    const area = areaOf(dimension, reach)
    while (this.#held.length > 0 && sum(this.#held.map(sizeOf)) + sizeOf(area) > maxHeldChunks)
      await this.#release(this.#held[0])
    for (const part of await this.#free(area)) {
      this.#write([...this.#held, part])
      await this.#run('forceChunks', part)
    }
  }

  /** Releases all, also those of an earlier run. @throws GatewayError when the server does not answer */
  async release(): Promise<void> {
    for (const area of this.#held) if (this.#dialect.has('unforceChunks')) await this.#run('unforceChunks', area)
    this.#write([])
    this.#others.clear()
  }

  async #release(area: Held | undefined): Promise<void> {
    if (!area) return
    if (this.#dialect.has('unforceChunks')) await this.#run('unforceChunks', area)
    this.#write(this.#held.filter((one) => one !== area))
  }

  /** Without the chunks that others keep loaded: releasing those would unload them. */
  async #free(area: Held): Promise<readonly Held[]> {
    const others = await this.#othersIn(area.dimension)
    const chunks: Held[] = []
    for (let x = area.x; x <= area.toX; x++)
      for (let z = area.z; z <= area.toZ; z++) chunks.push({ ...area, x, z, toX: x, toZ: z })
    const isForced = async ({ x, z }: Held) =>
      others ? others.has(`${x} ${z}`) : this.#isForced({ ...area, x, z, toX: x, toZ: z })
    const free: Held[] = []
    for (const chunk of chunks) {
      const isOurs = this.#held.some((held) => isWithin(chunk, held))
      if (!isOurs && !(await isForced(chunk))) free.push(chunk)
    }
    return free.length === chunks.length ? [area] : rowsOf(free)
  }

  async #othersIn(dimension: string): Promise<ReadonlySet<string> | undefined> {
    if (this.#others.has(dimension)) return this.#others.get(dimension)
    const { fields } = await this.#dialect.run('forcedChunks', {}, { dimension: resourceId(dimension) })
    const listed = new Set([...(fields.chunks ?? '').matchAll(chunkForm)].map(([, x, z]) => `${x} ${z}`))
    const count = fields.count === undefined ? Math.min(1, listed.size) : Number(fields.count)
    const ours = (chunk: string) => {
      const [x = 0, z = 0] = chunk.split(' ').map(Number)
      return this.#held.some((held) => isWithin({ dimension, x, z, toX: x, toZ: z }, held))
    }
    // A long reply is cut off.
    const known = listed.size === count ? new Set([...listed].filter((chunk) => !ours(chunk))) : undefined
    this.#others.set(dimension, known)
    return known
  }

  async #isForced({ dimension, x, z }: Held): Promise<boolean> {
    const at = { x: blockOf(x), z: blockOf(z) }
    const { outcome } = await this.#dialect.run('isChunkForced', at, { dimension: resourceId(dimension) })
    return outcome === 'done'
  }

  async #run(name: 'forceChunks' | 'unforceChunks', { dimension, x, z, toX, toZ }: Held): Promise<void> {
    const given = { x: blockOf(x), z: blockOf(z), toX: blockOf(toX), toZ: blockOf(toZ) }
    try {
      await this.#dialect.run(name, given, { dimension: resourceId(dimension) })
    } catch (thrown) {
      const { code } = asGatewayError(thrown)
      if (code.startsWith('SYSTEM.')) throw thrown
      this.#options.log.warn('chunks could not be kept loaded, or released', { command: name, code })
    }
  }

  #write(held: readonly Held[]): void {
    const { file } = this.#options
    if (held.length === 0) rmSync(file, { force: true })
    else {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      writePrivateFile(file, JSON.stringify(held))
    }
    this.#read = [...held]
  }
}

const blockOf = (chunk: number) => integer(chunk * 16, -30_000_000, 30_000_000)

const areaOf = (dimension: string, { min, max }: Box): Held => ({
  dimension,
  x: min.x >> 4,
  z: min.z >> 4,
  toX: max.x >> 4,
  toZ: max.z >> 4,
})

const sizeOf = ({ x, z, toX, toZ }: Held): number => (toX - x + 1) * (toZ - z + 1)

export const chunksIn = (box: Box): number => sizeOf(areaOf('', box))

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Neighbours in one command. @param chunks sorted by x, then z */
function rowsOf(chunks: readonly Held[]): readonly Held[] {
  const rows: Held[] = []
  for (const chunk of chunks) {
    const last = rows.at(-1)
    if (last?.x === chunk.x && last.toZ === chunk.z - 1) rows[rows.length - 1] = { ...last, toZ: chunk.toZ }
    else rows.push(chunk)
  }
  return rows
}

const isWithin = (one: Held, other: Held): boolean =>
  one.dimension === other.dimension &&
  one.x >= other.x &&
  one.z >= other.z &&
  one.toX <= other.toX &&
  one.toZ <= other.toZ

/** Our own file; one that is damaged names nothing. */
function readHeld(file: string): Held[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Held[]
  } catch {
    return []
  }
}

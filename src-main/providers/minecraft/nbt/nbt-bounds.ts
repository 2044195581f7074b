/**
 * NBT bounds: walks NBT once and passes the requested parts to a library, so that no file can cause unbounded
 * allocation or recursion (invariant 5), or block the event loop (invariant 7).
 *
 * Every length is checked against the available bytes. Depth, number of values and part size are limited. Parts that
 * are not requested are skipped. The walk yields every few milliseconds.
 */
import { Slices } from '@shared/turns.js'

/** Minecraft's own limit. */
const deepest = 512
/**
 * Maximum values of one part, which is read in one turn of the event loop. A full chest of full shulker boxes has
 * 8,000.
 */
const maxInPart = 25_000
/** Maximum bytes of one part. */
const maxPartBytes = 1024 * 1024
/** Values and bytes of the list entries that are read together: reading one by one takes several times as long. */
const batch = { values: 2_000, bytes: 64 * 1024 } as const
/** Steps of the walk between two checks of the time. */
const stepsBetween = 8_192

/** Bytes of values of a fixed size, by tag type. */
const fixedSizes: readonly (number | undefined)[] = [undefined, 1, 2, 4, 8, 4, 8]
const [byteArray, string, list, compound, intArray, longArray] = [7, 8, 9, 10, 11, 12] as const

export class NbtError extends Error {}

/** Larger than Gatehouse reads; it may be healthy. */
export class NbtTooLarge extends NbtError {}

/**
 * The requested parts of a value. `each`: the compounds of a list, one by one. `payload`: the bytes of an array, however
 * large. Members: by name, or `*` for all others.
 */
export type NbtPlan = 'whole' | 'each' | 'payload' | { readonly [name: string]: NbtPlan }

/** Reads one small document, whose root is a compound. */
export type ReadDocument<Value> = (document: Uint8Array) => Promise<{ readonly [name: string]: Value | undefined }>

export interface WalkOptions<Value> {
  /** Tags and list entries. */
  readonly maxValues: number
  readonly read: ReadDocument<Value>
  /** Whether an element of a list that is read one by one is kept. */
  readonly keeps: (list: string, element: { readonly [name: string]: Value | undefined }) => boolean
}

type Members<Value> = { [name: string]: Value | Members<Value> | Members<Value>[] }

interface Frame {
  /** 0 for a compound, else the type of the entries of a list. */
  readonly type: number
  left: number
}

/** One walk over one document. */
export class NbtWalk<Value> {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #options: WalkOptions<Value>
  readonly #open: Frame[] = []
  #at = 0
  #valuesLeft: number
  #steps = 0
  readonly #slices = new Slices()

  constructor(bytes: Uint8Array, options: WalkOptions<Value>) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#options = options
    this.#valuesLeft = options.maxValues
  }

  /** Bytes after the root are ignored, as in Minecraft. @throws NbtError */
  async root(plan: NbtPlan): Promise<Members<Value>> {
    if (this.#byte() !== compound) throw new NbtError('The root is not a compound.')
    this.#skip(this.#short())
    if (typeof plan === 'object') return this.#members(plan, 1)
    return (await this.#part(compound)) as Members<Value>
  }

  async #members(plan: Exclude<NbtPlan, string>, depth: number): Promise<Members<Value>> {
    const found: Members<Value> = {}
    for (let type = this.#byte(); type !== 0; type = this.#byte()) {
      const name = this.#name()
      const wanted = Object.hasOwn(plan, name) ? plan[name] : plan['*']
      if (wanted === undefined) await this.#walk(type)
      else if (typeof wanted === 'object' && type === compound) found[name] = await this.#members(wanted, depth + 1)
      else if (wanted === 'each' && type === list) found[name] = await this.#elements(name)
      else if (wanted === 'payload' && isArray(type)) found[name] = (await this.#payload(type)) as Value
      else if (wanted === 'whole') found[name] = (await this.#part(type)) as Value
      else await this.#walk(type)
    }
    return found
  }

  /** The compounds of a list; none of any other list. */
  async #elements(name: string): Promise<Members<Value>[]> {
    const found: Members<Value>[] = []
    const start = this.#at
    const type = this.#byte()
    const length = this.#length()
    if (type !== compound) {
      this.#at = start
      await this.#walk(list)
      return found
    }
    for (let left = length; left > 0; ) {
      const from = this.#at
      const before = this.#valuesLeft
      let count = 0
      while (count < left && before - this.#valuesLeft < batch.values && this.#at - from < batch.bytes) {
        await this.#bounded(compound)
        count++
      }
      left -= count
      for (const element of await this.#compounds(from, count))
        if (this.#options.keeps(name, element as { readonly [name: string]: Value })) found.push(element)
    }
    return found
  }

  /** The compounds of a part of a list, which were walked over. */
  async #compounds(from: number, count: number): Promise<readonly Members<Value>[]> {
    const head = Buffer.from([list, 0, 1, 0x76, compound, 0, 0, 0, 0])
    head.writeInt32BE(count, 5)
    const document = Buffer.concat([rootHead, head, this.#bytes.subarray(from, this.#at), end])
    return (await this.#options.read(document)).v as unknown as readonly Members<Value>[]
  }

  /** The bytes of an array, without a copy. */
  async #payload(type: number): Promise<Int8Array> {
    const from = this.#at + 4
    await this.#walk(type)
    return new Int8Array(this.#bytes.buffer, this.#bytes.byteOffset + from, this.#at - from)
  }

  /** A value as the library reads it. @throws NbtError */
  async #part(type: number): Promise<Members<Value> | Value | undefined> {
    const start = this.#at
    await this.#bounded(type)
    const value = this.#bytes.subarray(start, this.#at)
    if (type === compound) return (await this.#options.read(Buffer.concat([rootHead, value]))) as Members<Value>
    return (await this.#options.read(Buffer.concat([rootHead, Buffer.from([type, 0, 1, 0x76]), value, end]))).v
  }

  /** Walks over one value that is read in one turn. @throws NbtError when it is too large for that */
  async #bounded(type: number): Promise<void> {
    const start = this.#at
    const before = this.#valuesLeft
    await this.#walk(type)
    if (before - this.#valuesLeft > maxInPart) throw new NbtTooLarge('A part of it has too many values.')
    if (this.#at - start > maxPartBytes) throw new NbtTooLarge('A part of it is too large.')
    await this.#slices.rest()
  }

  /** Walks over one value and checks it. */
  async #walk(type: number): Promise<void> {
    this.#begin(type)
    for (let frame = this.#open.at(-1); frame; frame = this.#open.at(-1)) {
      if (++this.#steps % stepsBetween === 0) await this.#slices.rest()
      if (frame.type !== 0) {
        if (frame.left-- > 0) this.#begin(frame.type)
        else this.#open.pop()
        continue
      }
      const next = this.#byte()
      if (next === 0) this.#open.pop()
      else {
        this.#checkedName()
        this.#begin(next)
      }
    }
  }

  #begin(type: number): void {
    if (this.#open.length >= deepest) throw new NbtError('It is nested too deeply.')
    if (--this.#valuesLeft < 0) throw new NbtTooLarge('It has too many values.')
    const size = fixedSizes[type]
    if (size !== undefined) this.#skip(size)
    else if (type === string) this.#skip(this.#short())
    else if (type === byteArray) this.#skip(this.#length())
    else if (type === intArray) this.#skip(this.#length() * 4)
    else if (type === longArray) this.#skip(this.#length() * 8)
    else if (type === list) this.#list()
    else if (type === compound) this.#open.push({ type: 0, left: 0 })
    else throw new NbtError(`There is no tag type ${type}.`)
  }

  #list(): void {
    const type = this.#byte()
    const length = this.#length()
    if (type === 0 && length > 0) throw new NbtError('A list without a type has a length.')
    const size = fixedSizes[type]
    if (size === undefined) {
      this.#open.push({ type, left: length })
      // An empty list may name an unknown type.
      if (length === 0) this.#open.pop()
      return
    }
    this.#valuesLeft -= length
    if (this.#valuesLeft < 0) throw new NbtTooLarge('It has too many values.')
    this.#skip(length * size)
  }

  /** The library writes names into a plain object, so `__proto__` must be rejected. */
  #checkedName(): void {
    const length = this.#short()
    if (length === 9 && this.#text(9) === '__proto__') throw new NbtError('A name is not allowed.')
    this.#skip(length)
  }

  #name(): string {
    const length = this.#short()
    this.#skip(length)
    this.#at -= length
    const name = this.#text(length)
    if (name === '__proto__') throw new NbtError('A name is not allowed.')
    this.#at += length
    return name
  }

  #text(length: number): string {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, Math.min(length, this.#left)).toString()
  }

  get #left(): number {
    return this.#view.byteLength - this.#at
  }

  #byte(): number {
    this.#skip(1)
    return this.#view.getUint8(this.#at - 1)
  }

  #short(): number {
    this.#skip(2)
    return this.#view.getUint16(this.#at - 2)
  }

  #length(): number {
    this.#skip(4)
    const length = this.#view.getInt32(this.#at - 4)
    if (length < 0) throw new NbtError('A length is negative.')
    return length
  }

  #skip(bytes: number): void {
    this.#at += bytes
    if (this.#at > this.#view.byteLength) throw new NbtError('It ends too early.')
  }
}

const isArray = (type: number): boolean => type === byteArray || type === intArray || type === longArray

const rootHead = Buffer.from([compound, 0, 0])
const end = Buffer.from([0])

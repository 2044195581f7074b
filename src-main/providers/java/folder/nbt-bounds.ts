/**
 * NBT bounds: walks NBT once before a library reads it, so that no file can make it allocate or recurse without end.
 *
 * Every length is held against the bytes that are there; depth and number of values are limited (invariant 5).
 */

/** What Minecraft itself accepts. */
const deepest = 512

/** Bytes of values of a fixed size, by tag type. */
const fixedSizes: readonly (number | undefined)[] = [undefined, 1, 2, 4, 8, 4, 8]
const [byteArray, string, list, compound, intArray, longArray] = [7, 8, 9, 10, 11, 12] as const

export class NbtError extends Error {}

/**
 * @param mostValues tags and list entries
 * @returns where the root ends; some programs leave bytes behind it, which Minecraft ignores
 * @throws NbtError
 */
export const checkNbtBounds = (bytes: Uint8Array, mostValues: number): number => new Walk(bytes, mostValues).root()

class Walk {
  readonly #view: DataView
  #at = 0
  #valuesLeft: number

  constructor(bytes: Uint8Array, mostValues: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#valuesLeft = mostValues
  }

  root(): number {
    if (this.#byte() !== compound) throw new NbtError('The root is no compound.')
    this.#skip(this.#short())
    this.#value(compound, 1)
    return this.#at
  }

  #value(type: number, depth: number): void {
    if (depth > deepest) throw new NbtError('It is nested too deeply.')
    if (--this.#valuesLeft < 0) throw new NbtError('It has too many values.')
    const size = fixedSizes[type]
    if (size !== undefined) this.#skip(size)
    else if (type === string) this.#skip(this.#short())
    else if (type === byteArray) this.#skip(this.#length())
    else if (type === intArray) this.#skip(this.#length() * 4)
    else if (type === longArray) this.#skip(this.#length() * 8)
    else if (type === list) this.#list(depth)
    else if (type === compound) this.#compound(depth)
    else throw new NbtError(`There is no tag type ${type}.`)
  }

  #list(depth: number): void {
    const type = this.#byte()
    const length = this.#length()
    const size = fixedSizes[type]
    if (type === 0 && length > 0) throw new NbtError('A list of nothing has a length.')
    if (size === undefined) {
      for (let index = 0; index < length; index++) this.#value(type, depth + 1)
      return
    }
    this.#valuesLeft -= length
    if (this.#valuesLeft < 0) throw new NbtError('It has too many values.')
    this.#skip(length * size)
  }

  #compound(depth: number): void {
    for (let type = this.#byte(); type !== 0; type = this.#byte()) {
      const length = this.#short()
      // The library writes names into a plain object.
      if (length === 9 && this.#isProto()) throw new NbtError('A name is not allowed.')
      this.#skip(length)
      this.#value(type, depth + 1)
    }
  }

  #isProto(): boolean {
    if (this.#at + 9 > this.#view.byteLength) return false
    const name = String.fromCharCode(...new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at, 9))
    return name === '__proto__'
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

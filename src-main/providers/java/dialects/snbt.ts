/**
 * SNBT: parses the text form of the game's data that `data get` prints.
 *
 * Guards invariant 7: one pass, with limits on depth, values and text length. Truncated, malformed or too large input
 * is undefined, never a guess.
 */

export type Snbt = string | number | readonly Snbt[] | { readonly [name: string]: Snbt }

const deepest = 64
/** Maximum values in one document. A full inventory of full shulker boxes has 6,000. */
const maxValues = 16_000
/** Characters of a quoted text: the game's own limit. */
const maxTextLength = 65_535
const numeric = /-?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][-+]?\d{1,3})?[bBsSlLfFdD]?(?![A-Za-z0-9._+-])/uy
const bare = /[A-Za-z0-9._+-]{1,256}/uy

/** Parses the whole text as one value; undefined when it is invalid. */
export function parseSnbt(text: string): Snbt | undefined {
  const read = readSnbt(text, 0)
  return read && read.end === text.length ? read.value : undefined
}

/** The value that starts at a position, and its end. */
export function readSnbt(text: string, from: number): { readonly value: Snbt; readonly end: number } | undefined {
  const reader = new SnbtParser(text, from)
  const value = reader.value(0)
  return value === undefined ? undefined : { value, end: reader.at }
}

class SnbtParser {
  readonly #text: string
  #valuesLeft = maxValues
  at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  value(depth: number): Snbt | undefined {
    if (depth > deepest || --this.#valuesLeft < 0) return undefined
    this.#space()
    switch (this.#text[this.at]) {
      case '{':
        return this.#compound(depth)
      case '[':
        return this.#list(depth)
      case '"':
      case "'":
        return this.#quoted()
      default:
        return this.#plain()
    }
  }

  #compound(depth: number): Snbt | undefined {
    const members: [string, Snbt][] = []
    this.at += 1
    if (this.#accepts('}')) return {}
    do {
      this.#space()
      const quote = this.#text[this.at]
      const name = quote === '"' || quote === "'" ? this.#quoted() : this.#word()
      if (name === undefined || !this.#accepts(':')) return undefined
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      members.push([name, value])
    } while (this.#accepts(','))
    return this.#accepts('}') ? Object.fromEntries(members) : undefined
  }

  #list(depth: number): Snbt | undefined {
    const items: Snbt[] = []
    this.at += 1
    // `[I; 1, 2]` is an array of numbers.
    if (/[BIL]/u.test(this.#text[this.at] ?? '') && this.#text[this.at + 1] === ';') this.at += 2
    if (this.#accepts(']')) return items
    do {
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      items.push(value)
    } while (this.#accepts(','))
    return this.#accepts(']') ? items : undefined
  }

  /** Copied in slices: character by character, a long text costs a hundred times its length in memory. */
  #quoted(): string | undefined {
    const quote = this.#text[this.at]
    const end = this.at + 1 + maxTextLength
    let value = ''
    let from = this.at + 1
    for (this.at = from; this.at < this.#text.length && this.at <= end; this.at += 1) {
      const letter = this.#text[this.at]
      if (letter === quote) {
        value += this.#text.slice(from, this.at)
        this.at += 1
        return value
      }
      if (letter !== '\\') continue
      value += this.#text.slice(from, this.at)
      from = this.at + 1
      this.at += 1
    }
    return undefined
  }

  #plain(): string | number | undefined {
    numeric.lastIndex = this.at
    if (!numeric.test(this.#text)) return this.#word()
    const text = this.#text.slice(this.at, numeric.lastIndex)
    this.at = numeric.lastIndex
    const value = Number.parseFloat(text)
    // A long beyond the safe integers stays a string of digits.
    return /[lL]$/u.test(text) && !Number.isSafeInteger(value) ? text.slice(0, -1) : value
  }

  #word(): string | undefined {
    bare.lastIndex = this.at
    if (!bare.test(this.#text)) return undefined
    const text = this.#text.slice(this.at, bare.lastIndex)
    this.at = bare.lastIndex
    return text
  }

  #space(): void {
    while (this.#text[this.at] === ' ' || this.#text[this.at] === '\n') this.at += 1
  }

  #accepts(mark: string): boolean {
    this.#space()
    if (this.#text[this.at] !== mark) return false
    this.at += 1
    return true
  }
}

/** The UUID that four integers make, as the game stores it from 1.16 on. */
export function uuidOfInts(ints: unknown): string | undefined {
  if (!Array.isArray(ints) || ints.length !== 4 || !ints.every((one) => Number.isInteger(one))) return undefined
  const digits = ints.map((one: number) => (one >>> 0).toString(16).padStart(8, '0')).join('')
  return withDashes(digits)
}

/** The UUID of two longs, passed as strings because they exceed the safe integers. */
export function uuidOfLongs(most: string, least: string): string | undefined {
  if (!/^-?\d{1,19}$/u.test(most) || !/^-?\d{1,19}$/u.test(least)) return undefined
  const digits = [most, least].map((one) => BigInt.asUintN(64, BigInt(one)).toString(16).padStart(16, '0')).join('')
  return withDashes(digits)
}

const withDashes = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')

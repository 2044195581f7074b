/**
 * JSON shapes: counts the different object shapes in a JSON text, in one pass and without parsing it.
 *
 * Enforces invariant 7: the engine creates an internal class for each new sequence of member names. A text of 1 MB with
 * 90,000 different names takes half a second to parse, although its size and number of values are allowed.
 */

import { endOfString } from './json-string.js'

/** Minimum characters of a member: quotes, a name of one letter, a colon, a value, a comma. */
const charactersOfMember = 6

const quote = 0x22
const listShape = 0
/** Where each object begins, so that no sequence of names has the number of a list. */
const emptyShape = 1
/** The factor is random per process, so that an attacker cannot choose names that collide. */
const factor = (Math.floor(Math.random() * 2 ** 31) * 2 + 1) | 0

/** Whether objects begin with more than `most` different sequences of names. Linear; invalid JSON may pass. */
export function hasTooManyShapes(text: string, most: number): boolean {
  if (text.length <= charactersOfMember * most) return false
  const seen = new NumberSet(most)
  /** For each open list or object: `listShape`, or the hash of the names of the object so far. */
  const open: number[] = [listShape]
  let depth = 0
  let isName = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      if (isName) {
        const shape = withName(open[depth] ?? listShape, text, index, end)
        if (!seen.add(shape)) return true
        open[depth] = shape
        isName = false
      }
      index = end
    } else if (code === 0x7b) {
      open[++depth] = emptyShape
      isName = true
    } else if (code === 0x5b) {
      open[++depth] = listShape
      isName = false
    } else if (code === 0x2c) isName = open[depth] !== listShape
    else if ((code === 0x7d || code === 0x5d) && depth > 0) {
      depth--
      isName = false
    }
  }
  return false
}

/**
 * The hash of the next sequence of names, never `listShape`. The high bits are mixed into the low ones, which the set
 * uses.
 *
 * @param start offset of the opening quote. @param end offset of the closing one
 */
function withName(before: number, text: string, start: number, end: number): number {
  let shape = before
  for (let index = start; index < end; index++) shape = Math.imul(shape ^ text.charCodeAt(index), factor)
  return shape ^ (shape >>> 15) || emptyShape
}

/** A set of a limited number of integers other than 0, without an object for each. */
class NumberSet {
  readonly #most: number
  readonly #slots: Int32Array
  #size = 0

  constructor(most: number) {
    this.#most = most
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 1)))
  }

  /** Returns false when the set is full. */
  add(number: number): boolean {
    const mask = this.#slots.length - 1
    for (let slot = number & mask; ; slot = (slot + 1) & mask) {
      const there = this.#slots[slot]
      if (there === number) return true
      if (there !== 0) continue
      if (this.#size === this.#most) return false
      this.#slots[slot] = number
      this.#size += 1
      return true
    }
  }
}

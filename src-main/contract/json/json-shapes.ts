/**
 * JSON shapes: counts the different object shapes in a JSON text, in one pass and without parsing it.
 *
 * Enforces invariant 7: the engine creates an internal class for each new sequence of member names. A text of 1 MB with
 * 90,000 different names takes half a second to parse, although its size and number of values are allowed.
 */

import { endOfString } from './json-string.js'

/** Characters that a member needs at least: quotes, a name of one letter, a colon, a value, a comma. */
const charactersOfMember = 6

const quote = 0x22
const aList = 0
/** Where each object begins, so that no sequence of names has the number of a list. */
const noNames = 1
/** The factor is random per process, so that nobody can choose names that collide. */
const factor = (Math.floor(Math.random() * 2 ** 31) * 2 + 1) | 0

/** Whether objects begin with more than `most` different sequences of names. Linear; what is no JSON may pass. */
export function hasTooManyShapes(text: string, most: number): boolean {
  if (text.length <= charactersOfMember * most) return false
  const seen = new NumberSet(most)
  /** Of each open list or object: a list, or the names of the object so far, hashed. */
  const open: number[] = [aList]
  let depth = 0
  let isName = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      if (isName) {
        const shape = withName(open[depth] ?? aList, text, index, end)
        if (!seen.add(shape)) return true
        open[depth] = shape
        isName = false
      }
      index = end
    } else if (code === 0x7b) {
      open[++depth] = noNames
      isName = true
    } else if (code === 0x5b) {
      open[++depth] = aList
      isName = false
    } else if (code === 0x2c) isName = open[depth] !== aList
    else if ((code === 0x7d || code === 0x5d) && depth > 0) {
      depth--
      isName = false
    }
  }
  return false
}

/**
 * The next sequence of names. Never the number of a list; the high bits go into the low ones, which the set looks at.
 *
 * @param start of the opening quote. @param end of the closing one
 */
function withName(before: number, text: string, start: number, end: number): number {
  let shape = before
  for (let index = start; index < end; index++) shape = Math.imul(shape ^ text.charCodeAt(index), factor)
  return shape ^ (shape >>> 15) || noNames
}

/** A set of at most so many numbers other than 0, without an object for each. */
class NumberSet {
  readonly #most: number
  readonly #slots: Int32Array
  #size = 0

  constructor(most: number) {
    this.#most = most
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 1)))
  }

  /** False when it would be one too many. */
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

/**
 * JSON depth: the nesting depth of a text, without parsing it.
 *
 * Guards invariant 7: recursive code can rely on a limited depth.
 */

import { endOfString } from './json-string.js'

const quote = 0x22

/** Maximum depth of any external message. */
export const maxMessageDepth = 64

/** Whether lists and objects of a JSON text nest deeper than `limit`; linear in its length. */
export function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

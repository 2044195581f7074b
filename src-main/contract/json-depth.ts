/**
 * JSON depth: how deep a text nests, found without parsing it.
 *
 * Guards invariant 7: everything that walks a value recursively may rely on it being shallow.
 */

/** Deepest message that is taken from anybody. */
export const deepestMessage = 64

/** Whether lists and objects of a JSON text nest deeper than `limit`; linear in its length. */
export function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '[' || character === '{') {
      depth++
      if (depth > limit) return true
    } else if (character === ']' || character === '}') depth--
  }
  return false
}

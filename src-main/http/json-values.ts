/**
 * JSON values: how many there are in a text, found without parsing it.
 *
 * Guards the memory: a list of millions of empty lists takes many times as much as its text, and lives as long as the
 * request that brought it.
 */

/** Values in one message; a call takes 16 KB of arguments. */
export const mostValues = 100_000

/** Whether a JSON text holds more values than `limit`, or about so many: what opens and what separates is counted. */
export function holdsMoreValuesThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false
  let values = 1
  for (let index = 0; index < text.length && values <= limit; index++) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index)
    else if (character === ',' || character === '[' || character === '{') values++
  }
  return values > limit
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

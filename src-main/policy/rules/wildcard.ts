/** Wildcard: safe matching of untrusted patterns. The time is at most pattern length times text length. */

/** Whether a sequence matches a pattern in which some items match any number of items. */
function fitsRow<Item>(
  items: readonly Item[],
  pattern: readonly string[],
  isAny: (part: string) => boolean,
  fits: (item: Item, part: string) => boolean,
): boolean {
  let [at, part, retryAt, retryPart] = [0, 0, -1, -1]
  while (at < items.length) {
    const [item, wanted] = [items[at] as Item, pattern[part]]
    if (wanted !== undefined && isAny(wanted)) {
      retryAt = at
      retryPart = part
      part += 1
    } else if (wanted !== undefined && fits(item, wanted)) {
      at += 1
      part += 1
    } else if (retryPart >= 0) {
      retryAt += 1
      at = retryAt
      part = retryPart + 1
    } else return false
  }
  return pattern.slice(part).every(isAny)
}

/** Whether a text matches a pattern in which `*` matches any characters. */
export const fitsText = (text: string, pattern: string): boolean =>
  fitsRow(
    [...text],
    [...pattern],
    (part) => part === '*',
    (character, part) => character === part,
  )

/** Whether an id such as `world.time.set` matches: `**` matches any number of parts, `*` any characters of one part. */
export const fitsId = (id: string, pattern: string): boolean =>
  fitsRow(id.split('.'), pattern.split('.'), (part) => part === '**', fitsText)

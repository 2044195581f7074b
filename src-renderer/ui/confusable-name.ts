/**
 * Confusable name: a name whose letters look like those of another (Unicode Technical Standard 39).
 *
 * Enforces invariant 5: a name in letters that only look Latin is flagged wherever it is shown. The data are Unicode's.
 */
import data from 'unhomoglyph/data.json'
import { mixesScripts } from '../../src-main/contract/confusable-name.js'

/** `mixed`: a word mixes Latin letters with letters that look like them. `lookalike`: the whole name looks Latin and is not. */
export type NameConfusion = 'mixed' | 'lookalike'

/** Scripts with letters that look like Latin ones. */
const similar =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u
const letter = /\p{L}/u
const latinLooks = /^[A-Za-z]+$/
const skeletons = new Map(Object.entries(data as Readonly<Record<string, string>>))

/** Characters that are looked at. */
const longestName = 1_024
/** Letters from which a whole name counts: shorter words that look Latin are common. */
const fewestLetters = 3

export function confusionOf(name: string): NameConfusion | undefined {
  const shown = name.slice(0, longestName)
  if (!similar.test(shown)) return undefined
  if (mixesScripts(shown)) return 'mixed'
  const words = shown.split(/[^\p{L}\p{M}\p{N}]/u).filter((word) => letter.test(word))
  const letters = [...words.join('')].filter((character) => letter.test(character))
  const looksLatin = letters.every((character) => latinLooks.test(skeletons.get(character) ?? character))
  return letters.length >= fewestLetters && looksLatin ? 'lookalike' : undefined
}

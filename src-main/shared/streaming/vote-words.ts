/**
 * Vote words: the words that viewers write to vote.
 *
 * Guards invariant 7: only the first word of a line counts, as a whole, and its time to read is bounded. Width and case do
 * not matter; letters that only look alike do.
 */

/** Characters of a word. */
export const maxVoteWord = 20

/** No word is found behind more characters. A normalized character may be several. */
const readCharacters = 64

/** A word as it is compared; full-width letters are ordinary ones. */
export const normalizedWord = (word: string): string => word.normalize('NFKC').toLowerCase()

/** The first word of a line, normalized; undefined when there is none, or it is longer than any word of a vote. */
export function firstWordOf(text: string): string | undefined {
  const line = normalizedWord(text.slice(0, readCharacters)).trimStart()
  const end = line.search(/\s/u)
  const word = end < 0 ? line : line.slice(0, end)
  const isCut = end < 0 && text.length > readCharacters
  return word === '' || isCut || word.length > maxVoteWord ? undefined : word
}

/** Whether viewers can write this word. */
export const isVoteWord = (word: string): boolean =>
  word.length <= maxVoteWord && firstWordOf(word) === normalizedWord(word)

/** Whether the words differ. */
export const areVoteWords = (words: readonly string[]): boolean =>
  words.every(isVoteWord) && new Set(words.map(normalizedWord)).size === words.length

/**
 * Generated text: whether a text was made by a generator, as keys are, and not by a person. Pure, linear.
 *
 * A person writes words, numbers, and words with a number. A generator mixes letters and digits, or capitals and small
 * letters. Prefers false positives: a hidden identifier does no harm.
 */

/** Minimum characters. */
const shortest = 16

const allowed = /^[A-Za-z0-9_~+=.:-]+$/u
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu
const hexWord = /^(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]+$/iu

export function isGenerated(text: string): boolean {
  if (text.length < shortest || !allowed.test(text)) return false
  if (uuid.test(text)) return true
  const words = text.split(/[^A-Za-z0-9]/u)
  if (words.some((word) => word.length >= shortest && hexWord.test(word))) return true
  return lengthOf(words.filter((word) => !isWritten(word))) * 2 >= lengthOf(words)
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0)

/** `x86`, `v1`, `4o`, `OK`; not `aB3`. */
const shortWord = /^(?:[A-Z]?[a-z]{0,2}[0-9]{0,2}|[A-Z]{2,3}|[0-9]{1,2}(?:[a-z]{1,2}|T[0-9]{2}|Z))$/u
/** Letters and digits alternate at most like this: `server2026eu`. */
const maxParts = 3

/** Whether a person may have written this word, such as `getServerStatus2`. */
function isWritten(word: string): boolean {
  if (shortWord.test(word) || /^[0-9]+$/u.test(word)) return true
  const parts = word.match(/[A-Za-z]+|[0-9]+/gu) ?? []
  return parts.length <= maxParts && parts.every((part) => /^[0-9]/u.test(part) || isReadable(part))
}

/** Whether most letters are in words, or in one word of capitals. */
function isReadable(letters: string): boolean {
  const humps = /[a-z]/u.test(letters) ? (letters.match(/[A-Z](?![a-z])|[A-Z]?[a-z]+/gu) ?? []) : [letters]
  return lengthOf(humps.filter(isPronounceable)) * 4 >= letters.length * 3
}

/** With vowels, and not too many consonants in a row. A short word of small letters may be an abbreviation. */
const isPronounceable = (hump: string): boolean =>
  hump.length >= 3 &&
  (hump.length < 5 ||
    (!/[b-df-hj-np-tv-xz]{5}/iu.test(hump) && hump.replaceAll(/[^aeiouy]/giu, '').length * 5 >= hump.length))

/** Whether a part of a longer text is generated. */
export const containsGenerated = (text: string): boolean => text.split(/[^A-Za-z0-9_~+.-]+/u).some(isGenerated)

/**
 * Normalized text: the form of a text used for security checks.
 *
 * Guards invariant 7: case, accents, widths, scripts, escapes and invisible characters cannot hide anything.
 */
import { withoutInvisible } from './untrusted-text.js'

/** Lower-case letters of other scripts that look like Latin ones. */
export const confusables: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  в: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ε: 'e',
  ɡ: 'g',
  һ: 'h',
  і: 'i',
  ı: 'i',
  ι: 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  ⅼ: 'l',
  ӏ: 'l',
  м: 'm',
  ո: 'n',
  η: 'n',
  о: 'o',
  ο: 'o',
  օ: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ᴢ: 'z',
  '⁄': '/',
  '∕': '/',
  '⧸': '/',
  '∗': '*',
}

const writtenOut = /\\u(?:([0-9a-f]{4})|\{([0-9a-f]{1,6})\})/giu

/** Any of `confusables`. */
const confusable = new RegExp(`[${Object.keys(confusables).join('')}]`, 'gu')

/** Arabic ligatures of a whole phrase grow 8 and 18 times; others grow at most 7 times. */
const phrase = /[\u{fdfa}\u{fdfb}]/gu
const firstOfPhrase = 'ص'

/** Printable ASCII without a backslash: it has no escapes and no invisible, accented or confusable characters. */
const plain = /^[ -[\]-~]*$/u

/** Lower case without diacritics; white space becomes one space, line breaks remain. */
export const normalized = (text: string): string =>
  plain.test(text) ? text.toLowerCase().replace(/ {2,}/gu, ' ').trim() : fullyNormalized(text)

/** The same without the fast path. Exported for tests. */
export const fullyNormalized = (text: string): string =>
  withoutInvisible(text.replace(writtenOut, unescaped))
    .replace(phrase, firstOfPhrase)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(confusable, (character) => confusables[character] ?? character)
    .replace(/\r\n?|[\u2028\u2029\u0085]/gu, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .trim()

function unescaped(written: string, four: string | undefined, braced: string | undefined): string {
  const point = Number.parseInt(four ?? braced ?? '', 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : written
}

/**
 * Words: what of an event can be found by its text, and what a query looks for.
 *
 * The index and the rows that are not in it yet are searched by the same words. A query is taken apart into letters and
 * digits and never reaches the index in another form: there is no syntax in it that could break.
 */
import type { AuditEvent } from '../../contract/generated/audit-event.js'

/** Scripts without spaces between words: each character is found by itself. */
const alone = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}'
const word = new RegExp(`[${alone}]|(?:(?![${alone}])[\\p{L}\\p{N}])+`, 'gu')

/** Of a query: terms that are looked for, and words of each. */
const most = { terms: 16, words: 32 } as const

const wordsOf = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase().match(word) ?? []

/** Every value of an event as words with a space between; names of members are not among them. */
export function textOf(event: AuditEvent): string {
  const texts: string[] = []
  collect(event, texts, 0)
  return wordsOf(texts.join(' ')).join(' ')
}

function collect(value: unknown, into: string[], depth: number): void {
  if (typeof value === 'string' || typeof value === 'number') into.push(String(value))
  else if (typeof value === 'object' && value !== null && depth < 64) {
    for (const member of Object.values(value)) collect(member, into, depth + 1)
  }
}

/** What must stand in an event: runs of words, each of which may go on where it ends. */
export type Terms = readonly string[]

/** Undefined where nothing is asked; nothing but punctuation finds nothing. */
export function termsOf(text: string | undefined): Terms | undefined {
  if (text === undefined || text.trim() === '') return undefined
  return text
    .trim()
    .split(/\s+/u)
    .slice(0, most.terms)
    .map((term) => wordsOf(term).slice(0, most.words).join(' '))
    .filter((term) => term !== '')
}

/** As the index takes it. */
export const matchOf = (terms: Terms): string => terms.map((term) => `"${term}" *`).join(' AND ')

/** Whether the text of an event, as `textOf` gives it, has all of them. */
export function hasTerms(text: string, terms: Terms): boolean {
  const hay = ` ${text}`
  return terms.length > 0 && terms.every((term) => hay.includes(` ${term}`))
}

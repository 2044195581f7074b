/**
 * Words: the searchable words of an event, and the terms of a query.
 *
 * The index and unindexed rows are searched by the same words. A query is reduced to letters and digits before it
 * reaches the index, so it cannot contain index syntax.
 */
import type { AuditEvent } from '@contract/generated/audit-event.js'

/** Scripts without spaces between words: each character is a word. */
const alone = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}'
const word = new RegExp(`[${alone}]|(?:(?![${alone}])[\\p{L}\\p{N}])+`, 'gu')

/** Limits of a query: terms, and words per term. */
const most = { terms: 16, words: 32 } as const

const wordsOf = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase().match(word) ?? []

/** All values of an event as words separated by spaces; member names are excluded. */
export const textOf = (event: AuditEvent): string => wordsOf(valuesOf(event)).join(' ')

/** Anything but printable ASCII. */
const unplain = /[^ -~]/

/** The same for the index, which splits plain text itself; most rows contain nothing else. */
export function indexedTextOf(event: AuditEvent): string {
  const values = valuesOf(event)
  return unplain.test(values) ? wordsOf(values).join(' ') : values
}

function valuesOf(event: AuditEvent): string {
  const texts: string[] = []
  collect(event, texts, 0)
  return texts.join(' ')
}

function collect(value: unknown, into: string[], depth: number): void {
  if (typeof value === 'string' || typeof value === 'number') into.push(String(value))
  else if (typeof value === 'object' && value !== null && depth < 64) {
    for (const member of Object.values(value)) collect(member, into, depth + 1)
  }
}

/** The terms of a query: sequences of words, where the last word may be a prefix. */
export type Terms = readonly string[]

/** Undefined for an empty query; only punctuation matches nothing. */
export function termsOf(text: string | undefined): Terms | undefined {
  if (text === undefined || text.trim() === '') return undefined
  return text
    .trim()
    .split(/\s+/u)
    .slice(0, most.terms)
    .map((term) => wordsOf(term).slice(0, most.words).join(' '))
    .filter((term) => term !== '')
}

/** In the index's query format. */
export const matchOf = (terms: Terms): string => terms.map((term) => `"${term}" *`).join(' AND ')

/** Whether the text of an event, from `textOf`, contains all terms. */
export function hasTerms(text: string, terms: Terms): boolean {
  const hay = ` ${text}`
  return terms.length > 0 && terms.every((term) => hay.includes(` ${term}`))
}

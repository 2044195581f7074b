/**
 * Text keys: takes what looks like a key out of free text, such as the details of a log line (invariant 8). Pure, linear.
 *
 * Only the word that is a key is replaced: the rest of an error or a command line says what went wrong.
 */
import { isGenerated } from '../services/generated-text.js'
import { looksLikeKey, namesKey } from '../services/key-names.js'
import { isKeyText, isOption } from '../services/service-keys.js'
import { schemeBefore, withoutUrlKeys } from '../services/url-keys.js'

export const redacted = '[redacted]'

/** Shorter texts hold no key with its name or scheme. */
const shortest = 8
/** Longer words are data, unless they begin as a key does. */
const longestGenerated = 1_024
/** What follows is a key: `Authorization: Bearer KEY`. */
const keyScheme = /^(?:Bearer|Basic|Token|ApiKey|Digest)$/iu
const shortestAfterScheme = 8
/** `token:` and `key:` are words of sentences: *unexpected token: x*. */
const sentenceName = /^(?:token|key)$/iu
const openers = '([{<'
const closers = ')]}>,;.!?'

/** @param isIdentifier whether the text names something, so that a generated text is no key */
export function withoutTextKeys(text: string, isIdentifier = false): string {
  if (text.length < shortest) return text
  if (/^\s*[[{]/u.test(text) && isKeyText(text)) return redacted
  let before = ''
  let isAfterKeyHeader = false
  return text.replace(/[^\s"'`]+/gu, (word) => {
    const isValue = (isAfterKeyHeader && !keyScheme.test(word)) || isValueAfter(before, word)
    isAfterKeyHeader = isKeyHeaderName(word) || (isAfterKeyHeader && keyScheme.test(word))
    before = word
    return isValue ? redacted : withoutKey(word, isIdentifier)
  })
}

const isKeyHeaderName = (word: string): boolean =>
  word.length > 1 && word.endsWith(':') && namesKey(word) && !sentenceName.test(word.slice(0, -1))

function isValueAfter(before: string, word: string): boolean {
  if (keyScheme.test(before) && !sentenceName.test(before)) return word.length >= shortestAfterScheme
  return /^--?\w/u.test(before) && !before.includes('=') && namesKey(before) && !word.startsWith('-')
}

function withoutKey(word: string, isIdentifier: boolean): string {
  const mark = word.indexOf('://')
  if (mark > 0) {
    const from = mark - schemeBefore(word.slice(Math.max(0, mark - 32), mark)).length
    return word.slice(0, from) + withoutUrlKeys(word.slice(from))
  }
  if (word.length < shortest) return word
  let [from, to] = [0, word.length]
  while (from < to && openers.includes(word.charAt(from))) from += 1
  while (to > from && closers.includes(word.charAt(to - 1))) to -= 1
  const bare = word.slice(from, to)
  const equals = bare.indexOf('=')
  const [name, value] = equals < 0 ? ['', bare] : [bare.slice(0, equals), bare.slice(equals + 1)]
  const isKey =
    looksLikeKey(bare) ||
    looksLikeKey(value) ||
    (!isIdentifier && value.length <= longestGenerated && isGenerated(value)) ||
    (value !== '' && isOption(name) && namesKey(name))
  if (!isKey) return word
  return word.slice(0, from) + (isOption(name) ? `${name}=` : '') + redacted + word.slice(to)
}

/** Members whose texts are generated and no keys. */
const identifier = /(?:id|version|digest|hash|fingerprint|commit|revision)s?$/iu

/** A copy of the JSON value, which is not deeper than a stack, whose texts are without keys. */
export function redactTexts(value: unknown, longest: number, name = ''): unknown {
  if (typeof value === 'string') {
    const text = value.length > longest ? `${value.slice(0, longest)}…` : value
    return withoutTextKeys(text, identifier.test(name))
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, longest, name))
  return Object.fromEntries(
    Object.entries(value).map(([inner, member]) => [inner, redactTexts(member, longest, inner)]),
  )
}

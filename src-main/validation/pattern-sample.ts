/**
 * Pattern sample: generates a text that a regular expression matches.
 *
 * Supports characters, classes, groups, choices and repetitions, but no look-arounds or `\b`, so the caller must test
 * the text against the pattern.
 */
import { between, oneOf, type Random } from './mulberry32.js'

/** Maximum additional length of unbounded repetitions. */
const generous = 6

const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const escapes: Readonly<Record<string, string>> = { d: digits, w: `${letters}${digits}_`, s: ' ', n: '\n', t: '\t' }
/** The character for a set that excludes all printable ASCII characters. */
const beyondPrintable = 'é'

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/** @param source a pattern that compiles, without flags */
export function patternSample(source: string, random: Random): string {
  let at = 0

  /** All alternatives must be parsed; one is returned. */
  function choice(): string {
    const choices = [sequence()]
    while (source[at] === '|') {
      at += 1
      choices.push(sequence())
    }
    return oneOf(random, choices)
  }

  function sequence(): string {
    let text = ''
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const begin = at
      const first = piece()
      const end = at
      const times = repetitions()
      const after = at
      text += times > 0 ? first : ''
      for (let time = 1; time < times; time++) {
        at = begin
        text += piece()
        at = end
      }
      at = after
    }
    return text
  }

  function piece(): string {
    const character = source[at++] ?? ''
    if (character === '^' || character === '$') return ''
    if (character === '.') return oneOf(random, [...letters])
    if (character === '[') return oneOf(random, [...set()])
    if (character === '\\') return oneOf(random, [...escaped()])
    if (character !== '(') return character
    if (source.startsWith('?:', at)) at += 2
    const inside = choice()
    at += 1
    return inside
  }

  function escaped(): string {
    const character = source[at++] ?? '\\'
    return escapes[character] ?? character
  }

  function set(): string {
    const isOpposite = source[at] === '^'
    if (isOpposite) at += 1
    let members = ''
    while (at < source.length && source[at] !== ']') {
      const from = one()
      if (source[at] === '-' && source[at + 1] !== ']' && from.length === 1) {
        at += 1
        members += range(from, one())
      } else members += from
    }
    at += 1
    const allowed = isOpposite ? [...printable].filter((character) => !members.includes(character)).join('') : members
    return allowed || beyondPrintable
  }

  function one(): string {
    const character = source[at++] ?? ''
    return character === '\\' ? escaped() : character
  }

  function repetitions(): number {
    const [written, sign, least, comma, most] = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/u.exec(source.slice(at)) ?? []
    if (written === undefined) return 1
    at += written.length
    if (sign) return between(random, sign === '+' ? 1 : 0, sign === '?' ? 1 : generous)
    const from = Number(least)
    if (!comma) return from
    return between(random, from, Math.min(from + generous, most ? Number(most) : Number.POSITIVE_INFINITY))
  }

  return choice()
}

function range(from: string, to: string): string {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
  const length = Math.min(256, Math.max(1, last - first + 1))
  return String.fromCharCode(...Array.from({ length }, (_, index) => first + index))
}

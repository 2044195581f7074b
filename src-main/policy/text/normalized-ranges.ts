/**
 * Normalized ranges: the normalized form of a text, with the position of each part in the original.
 *
 * Guards invariant 8 on a stream: searched texts are found in any case, accent, width and script, and with invisible
 * characters, formatting codes and escapes, all of which are masked too.
 */
import { confusables } from './normalized-text.js'
import { withoutInvisible } from './untrusted-text.js'

export interface NormalizedRanges {
  readonly text: string
  /** The range in the original text of the range `from` to `to` in the normalized text. */
  original(from: number, to: number): readonly [from: number, to: number]
  /** The offset in `text` of an offset in the original text. */
  normalizedOffset(at: number): number
}

/** Characters that replace another one in an address or a number. */
const signs: Readonly<Record<string, string>> = {
  '。': '.',
  '、': ',',
  '−': '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
}

const plainText = /^[\t\n\x20-\x5b\x5d-\x7e]*$/u
const escapePattern = /\\u([0-9a-f]{4})/iuy
const formatting = /§+[0-9a-fk-orx]/iuy

export function normalizeWithRanges(text: string): NormalizedRanges {
  if (plainText.test(text))
    return { text: text.toLowerCase(), original: (from, to) => [from, to], normalizedOffset: (at) => at }
  let normalized = ''
  /** For each character of `normalized`, its offset in the original text; the last entry is the end of the text. */
  const starts: number[] = []
  let at = 0
  while (at < text.length) {
    const coded = matchAt(formatting, text, at)
    if (coded) {
      at += coded[0].length
      continue
    }
    const written = matchAt(escapePattern, text, at)
    const character = written
      ? String.fromCharCode(Number.parseInt(written[1] ?? '', 16))
      : String.fromCodePoint(text.codePointAt(at) ?? 0)
    for (const unit of normalizeCharacter(character)) {
      normalized += unit
      for (let i = 0; i < unit.length; i += 1) starts.push(at)
    }
    at += written ? written[0].length : character.length
  }
  starts.push(text.length)
  // Removed characters belong to the part before them.
  return {
    text: normalized,
    original: (from, to) => [starts[from] ?? text.length, starts[to] ?? text.length],
    normalizedOffset: (original) => starts.findIndex((start) => start >= original),
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const known = new Map<string, string>()

function normalizeCharacter(character: string): string {
  if (character >= ' ' && character <= '~') return character.toLowerCase()
  const before = known.get(character)
  if (before !== undefined) return before
  const bare = [...withoutInvisible(character).normalize('NFKD')]
    .map((one) => one.toLowerCase().normalize('NFKD'))
    .join('')
    .replace(/\p{M}/gu, '')
  const plain = [...bare]
    .map((one) => signs[one] ?? (Object.hasOwn(confusables, one) ? confusables[one] : one))
    .join('')
  const result = plain.replace(/[^\S\n]/gu, ' ')
  if (known.size > 10_000) known.clear()
  known.set(character, result)
  return result
}

/**
 * Stream finds: finds the parts of a text that a stream must not show.
 *
 * Guards invariant 8 on a stream. It prefers false positives: masking three numbers that are no position does no harm.
 * Works on normalized lower-case text.
 */
import { everyMark, isMark, type MarkKind } from '@shared/features/stream-mark.js'
import { type NormalizedRanges, normalizeWithRanges } from '../text/normalized-ranges.js'

/** A part of a text, as `[from, to)`. */
export interface SensitiveRange {
  readonly kind: MarkKind
  readonly from: number
  readonly to: number
}

export interface Literals {
  /** Names that a person configured. */
  readonly names: readonly string[]
  /** Known addresses and hosts. */
  readonly addresses: readonly string[]
  /** Folders whose path contains the user name. */
  readonly homes: readonly string[]
  /** The user name of the operating system. */
  readonly user: string
}

/** A pattern for normalized text; if it has a group 1, only that part is redacted. */
type Pattern = readonly [kind: MarkKind, pattern: RegExp]

const number = String.raw`[-+]?\d+(?:\.\d+)?`
const step = `(?:[~^]${number}|[~^]|${number})`
const between = String.raw`(?:\s*[,;/|]\s*|[^\S\n]+)`

/** Top-level domains, except those that also occur in identifiers such as `player.info`. */
const endings =
  'com|net|org|gg|io|dev|xyz|club|fun|online|host|tk|ml|cf|ga|eu|us|uk|de|fr|nl|pl|ru|cn|jp|kr|tw|hk|br|au|ca|top|cc|tv|co'

const fixed: readonly Pattern[] = [
  [
    'address',
    /(?:wss?|https?|tcp|udp|s?ftp|ssh|file|minecraft):\/\/(?!(?:json-schema\.org|mcp\.minecraft\.io)\/)[^\s"'<>‹›]+/gu,
  ],
  ['address', /(?<![\w.])\d{1,3}(?:\[?\.\]?\d{1,3}){3}(?!\.?\d)(?::\d{1,5}|\/\d{1,2})?/gu],
  [
    'address',
    /\[?(?<![\w:.])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?=[0-9a-f:]*::)[0-9a-f:]{3,39})(?![\w:])(?:\]:\d{1,5}|\])?/gu,
  ],
  ['address', /(?<![\p{L}\d._-])(?:localhost|(?:[\p{L}\d-]+\.)+[\p{L}\d-]+):\d{2,5}(?!\d)/gu],
  [
    'address',
    new RegExp(
      String.raw`(?<![\p{L}\d._-])(?!json-schema\.org|mcp\.minecraft\.io)(?:[\p{L}\d-]+\.)+(?:${endings})(?![\p{L}\d-]|\.[\p{L}\d])`,
      'gu',
    ),
  ],
  [
    'home',
    /(?:[a-z]:)?(?<![\\/])[\\/]+(?:users|home|documents and settings)[\\/]+(?:[^\\/"'<>|:*?\n‹›]{1,40}(?=[\\/])|[^\\/\s"'<>|:*?‹›]+)/gu,
  ],
  ['coordinates', new RegExp(String.raw`(?<![\w.:])${step}(?:${between}${step}){2,}(?![\w:]|\.\d)`, 'gu')],
  ['coordinates', new RegExp(String.raw`(?<![a-z0-9])x\s*${number}[,;]?\s*y\s*${number}[,;]?\s*z\s*${number}`, 'gu')],
  ['coordinates', new RegExp(String.raw`(?<![a-z0-9])(?:[a-z]+[-_])?[xyz]\d?["']?\s*[=:]\s*["']?(${number})`, 'gu')],
  [
    'coordinates',
    new RegExp(
      String.raw`(?:coords?|coordinates?|position|location|(?<![a-z])(?:at|near|around)|坐标|位置|地点|在)\s*(?:(?:is|are|是|为|[:=([])[\s:=([]*)?(${number}${between}${number})(?![\w:]|\.\d)`,
      'gu',
    ),
  ],
  ['secret', /(?<![\w-])(eyj[a-z0-9_-]{5,}\.[a-z0-9_-]{5,}(?:\.[a-z0-9_-]*)?)/gu],
  ['secret', /(?<![\w+/-])[a-z0-9+/]{38,}={1,2}/gu],
]

/** Searched in the whole text, including marks: everything after these words is redacted. */
const value = String.raw`("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,;}\])"']+)`
const labelled: readonly Pattern[] = [
  ['secret', new RegExp(String.raw`(?<![a-z])(?:bearer|basic)\s+${value}`, 'gu')],
  [
    'secret',
    new RegExp(
      String.raw`(?:token|secret|passwo?r?d|passphrase|(?:api|private|access|signing)[-_ ]?key|authorization|cookie|credentials?|密码|密钥|口令|令牌)\\?["']?\s*(?:[=:]|(?<=\s)is(?=\s)|是|为)\s*(?!(?:bearer|basic)\s)\\?${value}`,
      'gu',
    ),
  ],
  [
    'secret',
    /(?:(?<![a-z])(?:pairing code|code|pin|otp)|配对码|验证码)["']?\s*(?:(?:[=:]|is|是|为)\s*)?["']?(\d{4,8})(?!\d)/gu,
  ],
  ['whisper', /(?:^|[\s"'`(:])\/(?:[a-z]+:)?(?:msg|tell|w|whisper|m|r|reply|t|pm|dm|teammsg|tm)[^\S\n]+(\S[^\n]*)/gu],
  ['whisper', /(?:whispers?|tells?|messages?)(?: to)? (?:you|[^\s:]{1,40}): *(\S[^\n]*)/gu],
  ['whisper', /(?:悄悄地?对|私聊|密语)[^\n:]{0,40}: *(\S[^\n]*)/gu],
  ['whisper', /\[[^\]\n]{1,40} ?-{1,3}> ?[^\]\n]{1,40}\] *(\S[^\n]*)/gu],
]

/** Long, with upper case, lower case and digits: only generated keys look like that. */
const random = /(?<![\w-])[a-z0-9_-]{40,}(?![\w-])/gu
const looksRandom = (text: string): boolean => /[A-Z]/u.test(text) && /[a-z]/u.test(text) && /\d/u.test(text)

/** Scripts without spaces between words. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const letter = String.raw`(?![${unspaced}])[\p{L}\p{N}_]`
const notAfterLetter = String.raw`(?<!(?:(?![${unspaced}])[\p{L}\p{N}_]))`
const isUnspaced = new RegExp(`^[${unspaced}]$`, 'u')

export const normalizedWord = (text: string): string => normalizeWithRanges(text.trim()).text.replace(/\s+/gu, ' ')

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replace(/ /gu, '\\s+')

/** What a text has around it where it is a whole word; in a script without spaces, it is one anywhere. */
function boundariesOf(text: string): readonly [before: string, after: string] {
  const characters = [...text]
  const before = isUnspaced.test(characters[0] ?? '') ? '' : notAfterLetter
  const after = isUnspaced.test(characters.at(-1) ?? '') ? '' : `(?!${letter})`
  return [before, after]
}

/** Finds any of the texts as a whole word. Texts with the same boundaries share a pattern: there may be many. */
export function wholeWords(texts: readonly string[]): RegExp[] {
  const words = [...new Set(texts.map(normalizedWord))]
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
  const alike = new Map<string, { readonly around: readonly [string, string]; readonly words: string[] }>()
  for (const word of words) {
    const around = boundariesOf(word)
    const group = alike.get(around.join()) ?? { around, words: [] }
    group.words.push(escapePattern(word))
    alike.set(around.join(), group)
  }
  return [...alike.values()].map(
    ({ around: [before, after], words: each }) => new RegExp(`${before}(?:${each.join('|')})${after}`, 'gu'),
  )
}

const anyOf = (kind: MarkKind, texts: readonly string[]): Pattern[] =>
  wholeWords(texts).map((pattern) => [kind, pattern])

function userPatterns(user: string): Pattern[] {
  const word = normalizedWord(user)
  return word === '' ? [] : [['home', new RegExp(String.raw`(?<=[\\/])${escapePattern(word)}(?=[\\/\s"']|$)`, 'gu')]]
}

/** @param kinds the kinds that are searched */
export function createFinder(
  literals: Literals,
  kinds: ReadonlySet<MarkKind>,
): (text: string) => readonly SensitiveRange[] {
  const wanted = (patterns: readonly Pattern[]) => patterns.filter(([kind]) => kinds.has(kind))
  const segmentPatterns = wanted([
    ...anyOf('home', literals.homes),
    ...userPatterns(literals.user),
    ...anyOf('address', literals.addresses),
    ...fixed,
    ...anyOf('player', literals.names),
  ])
  const wholeTextPatterns = wanted(labelled)

  return (text) => {
    const normalized = normalizeWithRanges(text)
    const found: SensitiveRange[] = []
    const add = (kind: MarkKind, from: number, to: number) => {
      const [start, end] = normalized.original(from, to)
      if (end > start && !isMark(text.slice(start, end).trim())) found.push({ kind, from: start, to: end })
    }
    for (const [kind, pattern] of wholeTextPatterns) {
      for (const match of normalized.text.matchAll(pattern)) {
        const part = (match[1] ?? match[0]).trimEnd()
        const from = match.index + match[0].lastIndexOf(part)
        const quote = /^["'].*["']$/su.test(part) ? 1 : 0
        add(kind, from + quote, from + part.length - quote)
      }
    }
    for (const [offset, segment] of segmentsOf(text, normalized)) {
      for (const [kind, pattern] of segmentPatterns) {
        for (const match of segment.matchAll(pattern)) {
          const part = match[1] ?? match[0]
          const from = offset + match.index + match[0].lastIndexOf(part)
          add(kind, from, from + part.length)
        }
      }
      if (!kinds.has('secret')) continue
      for (const { index, 0: part } of segment.matchAll(random)) {
        const [start, end] = normalized.original(offset + index, offset + index + part.length)
        if (looksRandom(text.slice(start, end))) add('secret', offset + index, offset + index + part.length)
      }
    }
    return merged(found)
  }
}

/** The parts of the text between existing marks, which are not searched. */
function segmentsOf(
  text: string,
  normalized: NormalizedRanges,
): readonly (readonly [offset: number, segment: string])[] {
  if (!text.includes('‹')) return [[0, normalized.text]]
  const segments: (readonly [number, string])[] = []
  let from = 0
  for (const { index, 0: mark } of text.matchAll(everyMark())) {
    segments.push([from, normalized.text.slice(from, normalized.normalizedOffset(index))])
    from = normalized.normalizedOffset(index + mark.length)
  }
  segments.push([from, normalized.text.slice(from)])
  return segments
}

/** Merges overlapping ranges, so that no part of one remains visible. */
function merged(found: readonly SensitiveRange[]): readonly SensitiveRange[] {
  const ordered = [...found].sort((a, b) => a.from - b.from || b.to - a.to)
  const all: SensitiveRange[] = []
  for (const find of ordered) {
    const last = all.at(-1)
    if (!last || find.from >= last.to) all.push(find)
    else if (find.to > last.to) all[all.length - 1] = { ...last, to: find.to }
  }
  return all
}

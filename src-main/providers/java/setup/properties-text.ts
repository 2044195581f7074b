/**
 * Properties text: parses `server.properties` like Java, with the position of every line.
 *
 * Works on bytes as Latin-1 characters, so that unchanged text keeps its bytes in any encoding. The two loops follow
 * the parser of `java.util.Properties`. Its special rules (comments after an empty continued line, blank lines inside a
 * value) are kept, because the server uses it.
 */

/** One logical line with a key. Offsets count bytes. */
export interface PropertyLine {
  readonly key: string
  readonly value: string
  /** Range of the value, without the line break. */
  readonly valueStart: number
  readonly valueEnd: number
  /** Position of the first character of the key. */
  readonly start: number
  /** Position after the line break. */
  readonly end: number
  /** Line number in the file, from 1. */
  readonly number: number
  /** Whether there is a separator between key and value: `=`, `:` or a space. */
  readonly isSeparated: boolean
  /** Ends in a backslash at the end of the file: appended text would become part of it. */
  readonly isOpen: boolean
}

export interface PropertiesText {
  readonly bytes: Buffer
  readonly lines: readonly PropertyLine[]
  /** Key → the line that counts, which is the last one. */
  readonly byKey: ReadonlyMap<string, PropertyLine>
  /** `utf-8` from Minecraft 1.20 on, unless the bytes are not valid UTF-8. */
  readonly encoding: 'utf-8' | 'latin-1'
  /** Line that Java cannot parse, from 1; the server then uses defaults for all keys. */
  readonly brokenLine?: number
  readonly lineEnd: '\n' | '\r\n' | '\r'
}

/** One logical line before it is split: its characters and the position of each. */
interface LogicalLine {
  readonly characters: string
  readonly places: readonly number[]
  readonly end: number
  readonly contentEnd: number
  readonly isOpen: boolean
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t' || character === '\f'

/** @param known the encoding in which the server reads the file; by default that of 1.20 and later */
export function readProperties(bytes: Buffer, known?: PropertiesText['encoding']): PropertiesText {
  const text = bytes.toString('latin1')
  const encoding = known ?? (isUtf8(bytes) ? 'utf-8' : 'latin-1')
  const lines: PropertyLine[] = []
  const starts = new LineNumbers(text)
  let brokenLine: number | undefined
  for (const logical of logicalLines(text)) {
    const number = starts.of(logical.places[0] ?? 0)
    const line = split(logical, number, encoding)
    if (line) lines.push(line)
    else brokenLine ??= number
  }
  const firstEnd = /\r\n|\n|\r/u.exec(text)?.[0] as PropertiesText['lineEnd'] | undefined
  return {
    bytes,
    lines,
    byKey: new Map(lines.map((line) => [line.key, line])),
    encoding,
    ...(brokenLine !== undefined && { brokenLine }),
    lineEnd: firstEnd ?? '\n',
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Follows `Properties.LineReader.readLine`. */
function* logicalLines(text: string): Generator<LogicalLine> {
  let characters: string[] = []
  let places: number[] = []
  let skipSpace = true
  let isContinued = false
  let isEscaped = false
  let at = 0
  const line = (end: number, contentEnd: number, isOpen: boolean): LogicalLine => {
    const found = { characters: characters.join(''), places, end, contentEnd, isOpen }
    characters = []
    places = []
    skipSpace = true
    isContinued = false
    isEscaped = false
    return found
  }
  while (at < text.length) {
    const character = text.charAt(at)
    const isEnd = character === '\n' || character === '\r'
    if (skipSpace) {
      if (isSpace(character) || (!isContinued && isEnd)) {
        at++
        continue
      }
      skipSpace = false
      isContinued = false
    }
    if (characters.length === 0 && (character === '#' || character === '!')) {
      while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
      skipSpace = true
      continue
    }
    if (!isEnd) {
      characters.push(character)
      places.push(at)
      isEscaped = character === '\\' ? !isEscaped : false
      at++
      continue
    }
    if (characters.length === 0) {
      skipSpace = true
      at++
      continue
    }
    const length = character === '\r' && text[at + 1] === '\n' ? 2 : 1
    if (isEscaped) {
      characters.pop()
      const backslash = places.pop() ?? at
      at += length
      if (at >= text.length) {
        // Java reads a line with an empty key here, but not before `\r\n`.
        if (characters.length > 0 || length === 2) break
        places.push(backslash)
        yield line(text.length, text.length, true)
        return
      }
      skipSpace = true
      isContinued = true
      isEscaped = false
      continue
    }
    yield line(at + length, at, false)
    at += length
  }
  const endedOnContinuation = isContinued || endsInContinuation(text)
  if (characters.length === 0) return
  const isOpen = isEscaped || endedOnContinuation
  if (isEscaped && characters.at(-1) === '\\' && places.at(-1) === text.length - 1) {
    characters.pop()
    // A line that is only this backslash has an empty key, and keeps its place.
    if (characters.length > 0) places.pop()
  }
  yield line(text.length, text.length, isOpen)
}

/** The file ends right after a backslash and a line break. */
function endsInContinuation(text: string): boolean {
  const end = /(?:\r\n|\n|\r)$/u.exec(text)?.index
  return end !== undefined && text[end - 1] === '\\'
}

/** Follows `Properties.load0`. Undefined when Java throws. */
function split(logical: LogicalLine, number: number, encoding: PropertiesText['encoding']): PropertyLine | undefined {
  const { characters, places, end, contentEnd, isOpen } = logical
  let keyEnd = 0
  let isEscaped = false
  let hasSign = false
  let valueAt = characters.length
  for (; keyEnd < characters.length; keyEnd++) {
    const character = characters.charAt(keyEnd)
    if (!isEscaped && (character === '=' || character === ':' || isSpace(character))) {
      hasSign = !isSpace(character)
      valueAt = keyEnd + 1
      break
    }
    isEscaped = character === '\\' ? !isEscaped : false
  }
  for (; valueAt < characters.length; valueAt++) {
    const character = characters.charAt(valueAt)
    if (isSpace(character)) continue
    if (hasSign || (character !== '=' && character !== ':')) break
    hasSign = true
  }
  const key = readEscapes(characters.slice(0, keyEnd), encoding)
  const value = readEscapes(characters.slice(valueAt), encoding)
  if (key === undefined || value === undefined) return undefined
  const lastPlace = places[valueAt - 1] ?? places.at(-1) ?? contentEnd - 1
  return {
    key,
    value,
    valueStart: places[valueAt] ?? Math.min(contentEnd, lastPlace + 1),
    valueEnd: contentEnd,
    start: places[0] ?? contentEnd,
    end,
    number,
    isSeparated: keyEnd < characters.length,
    isOpen,
  }
}

const escapes: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n', f: '\f' }

/** Undefined for a malformed `\uXXXX`. */
function readEscapes(raw: string, encoding: PropertiesText['encoding']): string | undefined {
  const text = encoding === 'utf-8' ? Buffer.from(raw, 'latin1').toString('utf8') : raw
  if (!text.includes('\\')) return text
  let out = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '\\') {
      out += text[at]
      continue
    }
    at++
    const next = text[at]
    if (next === undefined) break
    if (next !== 'u') {
      out += escapes[next] ?? next
      continue
    }
    const digits = text.slice(at + 1, at + 5)
    if (!/^[0-9a-fA-F]{4}$/u.test(digits)) return undefined
    out += String.fromCharCode(Number.parseInt(digits, 16))
    at += 4
  }
  return out
}

/** Line numbers; offsets must be requested in ascending order. */
class LineNumbers {
  readonly #text: string
  #at = 0
  #number = 1

  constructor(text: string) {
    this.#text = text
  }

  of(place: number): number {
    for (; this.#at < place; this.#at++) {
      const character = this.#text[this.#at]
      if (character === '\n' || (character === '\r' && this.#text[this.#at + 1] !== '\n')) this.#number++
    }
    return this.#number
  }
}

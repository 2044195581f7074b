/**
 * JSON positions: positions of values in a JSON text, and of its first syntax error.
 *
 * `JSON.parse` reads the values; this only finds positions. The text nests no deeper than `maxMessageDepth`.
 */
import { type JSONPath, printParseErrorCode, visit } from 'jsonc-parser'

export interface JsonPosition {
  /** Both are 1-based; a column counts UTF-16 units, as editors do. */
  readonly line: number
  readonly column: number
}

export type Scanned =
  | {
      readonly ok: true
      /** JSON pointer → start of its value. */
      readonly starts: ReadonlyMap<string, number>
      /** Pointers of duplicate members. */
      readonly repeated: readonly { readonly path: string; readonly at: number }[]
    }
  | { readonly ok: false; readonly at: number; readonly problem: string }

/** What is expected where the parser reports an error. */
const expectations: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value',
  PropertyNameExpected: 'the name of a member, in double quotes,',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a comma or }',
  CloseBracketExpected: 'a comma or ]',
  EndOfFileExpected: 'the end',
}

const problems: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: 'this string has no end',
  UnexpectedEndOfNumber: 'this number has no end',
  InvalidUnicode: 'an escape \\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'this string has an unknown escape',
  InvalidCharacter: 'this string has a character that must be escaped',
  InvalidCommentToken: 'JSON has no comments',
}

const problemAt = (name: string, isAtEnd: boolean): string => {
  const expected = expectations[name]
  if (expected === undefined) return problems[name] ?? 'this is not JSON'
  return isAtEnd ? `it ends where ${expected} is expected` : `${expected} is expected here`
}

/** The text is read to its end, also after an error: `visit` has no way to stop. */
export function scan(text: string): Scanned {
  const starts = new Map<string, number>()
  const repeated: { path: string; at: number }[] = []
  const errors: { readonly name: string; readonly at: number }[] = []
  const valueAt = (at: number, path: JSONPath) => void starts.set(pointerTo(path), at)
  const names = new Set<string>()

  visit(
    text,
    {
      onObjectBegin: (at, _length, _line, _column, path) => valueAt(at, path()),
      onArrayBegin: (at, _length, _line, _column, path) => valueAt(at, path()),
      onLiteralValue: (_value, at, _length, _line, _column, path) => valueAt(at, path()),
      onObjectProperty(name, at, _length, _line, _column, path) {
        const member = pointerTo([...path(), name])
        if (names.has(member)) repeated.push({ path: member, at })
        names.add(member)
      },
      onError: (code, at) => errors.push({ name: printParseErrorCode(code), at }),
    },
    { disallowComments: true },
  )
  const [first, next] = errors
  if (!first) return { ok: true, starts, repeated }
  // After a word that is not JSON, the next error is that the name is missing.
  const isName = first.name === 'InvalidSymbol' && next?.name === 'PropertyNameExpected'
  return { ok: false, at: first.at, problem: problemAt(isName ? next.name : first.name, first.at >= text.length) }
}

const pointerTo = (path: JSONPath): string => path.map((part) => `/${pointerPart(String(part))}`).join('')

const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Position of a pointer; for a missing value, of its nearest parent. */
export function startOf(starts: ReadonlyMap<string, number>, pointer: string): number {
  for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const start = starts.get(path)
    if (start !== undefined) return start
  }
  return starts.get('') ?? 0
}

/** Line and column of positions in one text; lines are counted once, on first use. */
export function positionsIn(text: string): (at: number) => JsonPosition {
  let lines: readonly number[] | undefined
  return (at) => {
    lines ??= [0, ...[...text.matchAll(/\r\n|[\n\r]/gu)].map(({ 0: end, index }) => index + end.length)]
    let [low, high] = [0, lines.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lines[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (lines[low] ?? 0) + 1 }
  }
}

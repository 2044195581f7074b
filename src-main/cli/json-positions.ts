/**
 * JSON positions: positions of values in a JSON text, and of its first syntax error.
 *
 * `JSON.parse` reads the values; this only finds positions. The text nests no deeper than `maxMessageDepth`.
 */

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

class NoJson extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message)
  }
}

const blank = /[ \t\n\r]*/uy
/** Every character from the space on but the quote and the backslash. */
const plain = /[ !#-[\]-\u{10ffff}]*/uy
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/uy
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy

export function scan(text: string): Scanned {
  const starts = new Map<string, number>()
  const repeated: { path: string; at: number }[] = []
  let at = 0

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }

  function skip(character: string): boolean {
    match(blank)
    if (text[at] !== character) return false
    at += 1
    return true
  }

  const fail = (expected: string): never => {
    throw new NoJson(at, at >= text.length ? `it ends where ${expected} is expected` : `${expected} is expected here`)
  }

  /** A string, piece by piece: one pattern for all of it would backtrack on an unclosed string. */
  function quoted(what: string): string {
    const start = at
    if (text[at] !== '"') fail(what)
    at += 1
    do match(plain)
    while (match(escaped) !== undefined)
    if (text[at] !== '"') fail('the end of the string')
    at += 1
    return text.slice(start, at)
  }

  function value(path: string): void {
    match(blank)
    starts.set(path, at)
    if (skip('{')) members(path)
    else if (skip('[')) items(path)
    else if (text[at] === '"') quoted('a string')
    else match(scalar) ?? fail('a value')
  }

  function members(path: string): void {
    if (skip('}')) return
    do {
      match(blank)
      const nameAt = at
      const name = JSON.parse(quoted('the name of a member, in double quotes')) as string
      const member = `${path}/${pointerPart(name)}`
      if (starts.has(member)) repeated.push({ path: member, at: nameAt })
      if (!skip(':')) fail('a colon')
      value(member)
    } while (skip(','))
    if (!skip('}')) fail('a comma or }')
  }

  function items(path: string): void {
    if (skip(']')) return
    let index = 0
    do value(`${path}/${index++}`)
    while (skip(','))
    if (!skip(']')) fail('a comma or ]')
  }

  try {
    value('')
    match(blank)
    if (at < text.length) fail('the end')
    return { ok: true, starts, repeated }
  } catch (thrown) {
    if (thrown instanceof NoJson) return { ok: false, at: thrown.at, problem: thrown.message }
    throw thrown
  }
}

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

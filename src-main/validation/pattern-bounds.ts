/**
 * Pattern bounds: which regular expressions of a stranger are run.
 *
 * Guards invariant 7: JavaScript's engine backtracks, and some patterns make it run for ever. Taken is only what cannot:
 * nothing repeated that holds a repetition or a choice, and few repetitions in a row.
 */

const longest = 256
const mostUnbounded = 3

/** Why a pattern is refused; undefined when it may be run. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > longest) return `a pattern of its schema is longer than ${longest} characters`
  return isTame(pattern) ? undefined : `the pattern ${pattern} of its schema could run for ever`
}

interface Group {
  /** Whether something in it repeats, is optional or is a choice. */
  wild: boolean
}

function isTame(pattern: string): boolean {
  const open: Group[] = [{ wild: false }]
  let closed: Group | undefined
  let unbounded = 0
  for (let index = 0; index < pattern.length; index++) {
    const rest = pattern.slice(index)
    const quantifier = quantifierAt(rest)
    if (quantifier) {
      if (closed?.wild) return false
      if (quantifier.unbounded) unbounded += 1
      if (unbounded > mostUnbounded) return false
      current(open).wild = true
      index += quantifier.length - 1
      closed = undefined
      continue
    }
    const token = tokenAt(rest)
    if (token === undefined) return false
    closed = undefined
    if (token === '(' || token === '(?:') open.push({ wild: false })
    else if (token === '|') current(open).wild = true
    else if (token === ')') {
      closed = open.length > 1 ? open.pop() : undefined
      if (closed?.wild) current(open).wild = true
    }
    index += token.length - 1
  }
  return true
}

/** Something is always open: the pattern itself. */
const current = (open: readonly Group[]): Group => open.at(-1) ?? { wild: true }

function quantifierAt(rest: string): { length: number; unbounded: boolean } | undefined {
  const match = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/u.exec(rest)
  return match ? { length: match[0].length, unbounded: /^[*+]|,\}/u.test(match[0]) } : undefined
}

/** The next piece; undefined for a look-around or a back-reference, which are never taken. */
function tokenAt(rest: string): string | undefined {
  if (/^\(\?(?!:)/u.test(rest) || /^\\(?:[1-9]|k<)/u.test(rest)) return undefined
  return /^(?:\\[\s\S]|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\(\?:)/u.exec(rest)?.[0] ?? rest[0]
}

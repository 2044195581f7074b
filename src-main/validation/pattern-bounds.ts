/**
 * Pattern bounds: decides which untrusted regular expressions may run.
 *
 * Guards invariant 7: JavaScript's engine backtracks, and some patterns take exponential time. Repetitions must not
 * contain repetitions or choices, and only a few repetitions may follow each other.
 */

const maxLength = 256
/** Maximum number of unbounded repetitions; an anchored pattern may have more, since it is tried at one position. */
const maxUnbounded = { anchored: 3, anywhere: 1 }
/** Maximum number of ways in which all bounded repetitions together may match. */
const maxChoices = 256
/** A repetition with a larger range counts as unbounded. */
const maxRange = 64

/** The reason why a pattern is refused; undefined when it may run. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > maxLength) return `a pattern of its schema is longer than ${maxLength} characters`
  return measure(pattern) ? undefined : `the pattern ${pattern} of its schema could run for ever`
}

/** Worst-case steps of a pattern for a text of `length` characters; infinite for a refused pattern. */
export function stepsOf(pattern: string): (length: number) => number {
  const measured = measure(pattern)
  if (!measured) return () => Number.POSITIVE_INFINITY
  const { unbounded, choices, anchored } = measured
  const degree = Math.max(1, unbounded + (anchored ? 0 : 1))
  return (length) => choices * Math.max(1, length) ** degree
}

interface Measured {
  readonly unbounded: number
  readonly choices: number
  /** Whether the pattern is tried at one position of a text only. */
  readonly anchored: boolean
}

interface Group {
  /** Whether the group contains a repetition, an option or a choice. */
  wild: boolean
}

/** The properties that make a pattern slow; undefined when it is not allowed. */
function measure(pattern: string): Measured | undefined {
  const open: Group[] = [{ wild: false }]
  let closed: Group | undefined
  let anchored = pattern.startsWith('^')
  let unbounded = 0
  let choices = 1
  for (let index = 0; index < pattern.length; index++) {
    const rest = pattern.slice(index)
    const quantifier = quantifierAt(rest)
    if (quantifier) {
      if (closed?.wild && !quantifier.optional) return undefined
      if (quantifier.room > maxRange) unbounded += 1
      else choices *= quantifier.room
      current(open).wild = true
      index += quantifier.length - 1
      closed = undefined
      continue
    }
    const token = tokenAt(rest)
    if (token === undefined) return undefined
    closed = undefined
    if (token === '(' || token === '(?:') open.push({ wild: false })
    else if (token === '|') {
      current(open).wild = true
      if (open.length === 1) anchored = false
    } else if (token === ')') {
      closed = open.length > 1 ? open.pop() : undefined
      if (closed?.wild) current(open).wild = true
    }
    index += token.length - 1
  }
  const allowed = anchored ? maxUnbounded.anchored : maxUnbounded.anywhere
  return unbounded <= allowed && choices <= maxChoices ? { unbounded, choices, anchored } : undefined
}

/** The innermost open group; the pattern itself when there is none. */
const current = (open: readonly Group[]): Group => open.at(-1) ?? { wild: true }

/** @returns the length of the quantifier, and the number of ways in which it can match */
function quantifierAt(rest: string): { length: number; room: number; optional?: true } | undefined {
  const match = /^(?:([*+])|(\?)|\{(\d+)(?:(,)(\d*))?\})\??/u.exec(rest)
  if (!match) return undefined
  const [{ length }, endless, optional, least, comma, most] = match
  if (endless) return { length, room: Number.POSITIVE_INFINITY }
  if (optional) return { length, room: 2, optional: true }
  if (!comma) return { length, room: 1 }
  return { length, room: most ? Number(most) - Number(least) + 1 : Number.POSITIVE_INFINITY }
}

/** The next token; undefined for a look-around or a back-reference, which are never allowed. */
function tokenAt(rest: string): string | undefined {
  if (/^\(\?(?!:)/u.test(rest) || /^\\(?:[1-9]|k<)/u.test(rest)) return undefined
  return /^(?:\\[\s\S]|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\(\?:)/u.exec(rest)?.[0] ?? rest[0]
}

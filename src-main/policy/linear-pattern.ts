/**
 * Linear pattern: a regular expression whose time grows with the text and no faster, whoever wrote the text.
 *
 * Guards invariant 7. Syntax is that of RE2: no look-around, no references back. A JavaScript expression is as good
 * where a static check proves it linear; this is for those with several gaps.
 */
import { RE2JS } from 're2js'

export interface PatternMatch {
  /** Index in the text, in UTF-16 units. */
  readonly index: number
  readonly text: string
}

export interface LinearPattern {
  readonly source: string
  /** The leftmost match. */
  find(text: string): PatternMatch | undefined
}

/** @throws Error when the source is no RE2 expression */
export function linearPattern(source: string): LinearPattern {
  const pattern = RE2JS.compile(source)
  return {
    source,
    find(text) {
      if (!pattern.test(text)) return undefined
      const matcher = pattern.matcher(text)
      return matcher.find() ? { index: matcher.start(), text: matcher.group() ?? '' } : undefined
    },
  }
}

/**
 * Linear pattern: a regular expression with linear running time for untrusted text.
 *
 * Guards invariant 7. The syntax is that of RE2: no look-around, no back-references. A JavaScript expression suffices
 * where a static check proves it linear; this is for expressions with several gaps.
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

/** Compiled at its first use, which throws an Error when the source is not a valid RE2 expression. */
export function linearPattern(source: string): LinearPattern {
  let pattern: RE2JS | undefined
  return {
    source,
    find(text) {
      pattern ??= RE2JS.compile(source)
      if (!pattern.test(text)) return undefined
      const matcher = pattern.matcher(text)
      return matcher.find() ? { index: matcher.start(), text: matcher.group() ?? '' } : undefined
    },
  }
}

/**
 * Pattern engine: runs the patterns of untrusted schemas in RE2, in linear time.
 *
 * Guards invariant 7: no pattern can run for ever, and a check counts the instructions that its patterns run for each
 * character. RE2 remembers what it has seen of a pattern, so few compiled patterns are kept, and none for long.
 */
import { RecentMap } from '@shared/recent-map.js'
import { RE2JS } from 're2js'
import { withPropertiesOfRe2 } from './pattern-properties.js'

const maxLength = 256
/** Maximum instructions of one compiled pattern. */
const maxInstructions = 2_000
/**
 * Instructions times characters that the patterns of one check may run: a tenth of a second at the slowest for what a
 * client sends. A result may be longer, and comes from a server that the owner added.
 */
const maxWork = { arguments: 2_000_000, returns: 4_000_000 }
/** Maximum number of compiled patterns that are kept, and the work after which each is compiled again. */
const kept = { patterns: 128, work: 100_000 }
/** Compiling an instruction takes as long as running it for so many characters. */
const compileWork = 16

/** A check that would take too long. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

interface Compiled {
  readonly expression: RE2JS
  readonly instructions: number
  work: number
}

/** By source, the most recently used last. */
const compiled = new RecentMap<string, Compiled>(kept.patterns)

function compile(source: string): Compiled {
  const expression = RE2JS.compile(RE2JS.translateRegExp(withPropertiesOfRe2(source)))
  return { expression, instructions: expression.programSize(), work: 0 }
}

/** `\k<name>`, which the translation to RE2 would read as text. */
const withoutNamedReference = /^(?:[^\\]|\\[^k])*$/u

/** The instructions of a pattern, or the reason why it is refused. Tools show it to clients, so JavaScript must know it. */
export function instructionsOf(source: string): number | string {
  const known = compiled.get(source)
  if (known) return known.instructions
  if (source.length > maxLength) return `a pattern of its schema is longer than ${maxLength} characters`
  try {
    new RegExp(source, 'u')
    if (!withoutNamedReference.test(source)) return notSupported(source)
    const pattern = compile(source)
    if (pattern.instructions > maxInstructions)
      return `the pattern ${source} of its schema repeats too much: it has more than ${maxInstructions} instructions, of which each repeated character takes one or two`
    compiled.set(source, pattern)
    return pattern.instructions
  } catch {
    return notSupported(source)
  }
}

const notSupported = (source: string): string =>
  `the pattern ${source} of its schema is not supported: it must be valid, without look-around, back-references and properties that RE2 does not know, and repeat nothing more than 1,000 times`

/** The engine of one Ajv. */
export class PatternEngine {
  readonly #most: number
  #left: number

  constructor(use: keyof typeof maxWork = 'arguments') {
    this.#most = maxWork[use]
    this.#left = this.#most
  }

  /** Resets the budget for a new check. */
  renew(): void {
    this.#left = this.#most
  }

  /** For Ajv's `code.regExp`. The returned object throws TooMuchWork. */
  readonly regExp = Object.assign(
    (source: string, flags: string) => ({
      test: (text: string): boolean => this.#test(source, text),
      /** Ajv caches expressions by this text. */
      toString: () => `/${source}/${flags}`,
    }),
    { code: 'new RegExp' },
  )

  #test(source: string, text: string): boolean {
    const known = compiled.get(source)
    const pattern = known ?? compile(source)
    compiled.delete(source)
    const work = pattern.instructions * (text.length + (known ? 1 : compileWork))
    this.#left -= work
    if (this.#left < 0) throw new TooMuchWork()
    pattern.work += work
    if (pattern.work < kept.work) compiled.set(source, pattern)
    return pattern.expression.test(text)
  }
}

/**
 * Model text: the type of text that a language model may read.
 *
 * Enforces invariant 5: a plain string is not a `ModelText`, so external text is only possible as `quoted`,
 * `jsonData` or `fencedData`. The architecture test finds other ways of creating one.
 */
import type { ArgumentProblem } from '@contract/call.js'
import { fenced } from './untrusted-fence.js'
import { plainName } from './untrusted-text.js'

declare const brand: unique symbol
export type ModelText = string & { readonly [brand]: 'model' }

/** A sentence from the source code; its values are numbers or model text. */
export function modelText(words: TemplateStringsArray, ...values: readonly (ModelText | number)[]): ModelText {
  return String.raw({ raw: words }, ...values) as ModelText
}

/** A string literal from the source code; the type of any other string is rejected. */
export const literalText = <const Words extends string>(words: string extends Words ? never : Words): ModelText =>
  words as string as ModelText

/** One line written by this program. Untrusted names in it are bounded and cannot contain line breaks. */
export const ownSentence = (text: string): ModelText => plainName(text, 2_000) as ModelText

/** An untrusted name: one line in quotes that the name cannot close. */
export const quoted = (text: string, limit = 64): ModelText => JSON.stringify(plainName(text, limit)) as ModelText

/**
 * A sentence about an invalid argument. With a schema of a server, the text about the expected value is untrusted and
 * quoted.
 *
 * @param isOurs whether the schema is part of Gatehouse
 */
export function problemText({ path, expected, given }: ArgumentProblem, isOurs: boolean): ModelText {
  const [where, want] = isOurs ? [path, expected] : [path && quoted(path, 256), quoted(expected, 512)]
  // A shortened value may have lost its closing quote.
  const got = given.endsWith('…') ? quoted(given, 128) : given
  return `${where || '(all)'}: expected ${want}, got ${got}` as ModelText
}

/** Maximum problems in a text and their characters, so that the text fits a sentence. */
const listed = { problems: 8, characters: 1_600 }

/** Problems of one request in one sentence, because many models read only the text. The first is always in it. */
export function problemsText(problems: readonly ArgumentProblem[], isOurs: boolean): ModelText {
  const said: ModelText[] = []
  let room = listed.characters
  for (const problem of problems.slice(0, listed.problems)) {
    const text = problemText(problem, isOurs)
    if (said.length > 0 && text.length > room) break
    said.push(text)
    room -= text.length
  }
  const more = problems.length - said.length
  return `${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}` as ModelText
}

/** What is wrong with a result. Its values are text of the server, so they are not in the sentence. */
export const resultProblemsText = (problems: readonly ArgumentProblem[]): ModelText =>
  problems
    .slice(0, listed.problems)
    .map(({ path, expected }) => `${quoted(path || '(all)', 96)}: expected ${quoted(expected, 96)}`)
    .join('; ') as ModelText

/** Data as JSON: its own quotes cannot be forged. */
export const jsonData = (value: unknown): ModelText => JSON.stringify(value) as ModelText

/** External text in a fence. @param newMark creates an unguessable mark */
export const fencedData = (what: ModelText, text: string, newMark: () => string): ModelText =>
  fenced(what, text, newMark) as ModelText

export const joinedText = (parts: readonly ModelText[], between: ' ' | ', ' | '\n' | ''): ModelText =>
  parts.join(between) as ModelText

/**
 * Own words: the type of texts written in the source.
 *
 * Enforces invariant 5: a `string`, or a template with one, becomes `never`; only literals are accepted. A sink of type
 * `OwnWords` cannot receive external text.
 */

/** Resolves to `Words` for a literal or a union of literals, and to `never` for any other string type. */
export type OwnWords<Words extends string> =
  // An index signature is satisfied by an empty object; a property is not.
  Record<never, never> extends Readonly<Record<Words, true>> ? never : Words

/**
 * Own words: the type of texts written in the source.
 *
 * Enforces invariant 5: a `string`, or a template with one, becomes `never`; only literals are accepted. A sink of type
 * `OwnWords` cannot receive external text.
 */

/** `Words` where it is a literal or several, `never` where anything could stand in it. */
export type OwnWords<Words extends string> =
  // An index signature is satisfied by an empty object; a property is not.
  Record<never, never> extends Readonly<Record<Words, true>> ? never : Words

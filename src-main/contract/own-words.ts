/**
 * Own words: words that stand in the source, as a type.
 *
 * Enforces invariant 5: a `string`, and a template with a `string` in it, are `never`; only literals are left. A sink that
 * takes `OwnWords` can't be given a text of an outsider.
 */

/** `Words` where it is a literal or several, `never` where anything could stand in it. */
export type OwnWords<Words extends string> =
  // An index signature is satisfied by an empty object; a property is not.
  Record<never, never> extends Readonly<Record<Words, true>> ? never : Words

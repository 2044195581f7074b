/**
 * Literal text: the type of string literals in the source code.
 *
 * Enforces invariant 5: a `string`, or a template with one, becomes `never`; only literals are accepted. A sink of type
 * `LiteralText` cannot receive external text.
 */

/** Resolves to `Text` for a literal or a union of literals, and to `never` for any other string type. */
export type LiteralText<Text extends string> =
  // An index signature is satisfied by an empty object; a property is not.
  Record<never, never> extends Readonly<Record<Text, true>> ? never : Text

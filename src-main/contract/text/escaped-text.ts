/**
 * Escaped text: text that stays on its line and cannot control a terminal or a line parser.
 *
 * Guards invariant 5 for terminals, logs and JSON lines. Nothing is removed: escaped characters stay readable.
 */

/**
 * Control characters including line ends, format characters (bidi, zero width), private use, lone surrogates,
 * separators.
 */
const controlCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/** Escapes as `\u{1b}`. Idempotent. */
export const escapedText = (text: string): string =>
  text.replace(controlCharacters, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`)

/** A JSON value on one line; characters are escaped as in JSON, so that the value stays the same. */
export const escapedJson = (value: unknown): string => escapedJsonText(JSON.stringify(value))

/** The same for JSON that was written by another serializer. */
export const escapedJsonText = (json: string): string => json.replace(controlCharacters, unicodeEscape)

/** The JSON escape, `\u001b`; a surrogate pair for a character outside the basic plane. */
export const unicodeEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** The stack of an error for standard error, escaped because its message may contain untrusted text. */
export const escapedStack = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n').map(escapedText).join('\n')

/** The reason why a program ends, on one line without a stack. */
export const escapedReason = (error: unknown): string =>
  escapedText(error instanceof Error ? error.message : String(error))

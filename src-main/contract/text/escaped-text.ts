/**
 * Escaped text: text that stays on its line and cannot control a terminal or a line parser.
 *
 * Guards invariant 5 for terminals, logs and JSON lines. Nothing is removed: escaped characters stay readable.
 */

/** Controls with line ends, format characters (bidi, zero width), private use, lone surrogates, line separators. */
const obeyed = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/** As `\u{1b}`. Doing it twice is doing it once. */
export const escapedText = (text: string): string =>
  text.replace(obeyed, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`)

/** A value on one line; characters are written as JSON writes them, so it stays the same JSON. */
export const escapedJson = (value: unknown): string => JSON.stringify(value).replace(obeyed, unicodeEscape)

/** As JSON writes it, `\u001b`: two for a character beyond the first plane. */
export const unicodeEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** The stack of a bug, for standard error: a text of an outsider in its message can't command the terminal. */
export const escapedStack = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n').map(escapedText).join('\n')

/** What a program that ends says of why, on one line without a stack. */
export const escapedReason = (error: unknown): string =>
  escapedText(error instanceof Error ? error.message : String(error))

/**
 * Text: what a terminal is sent.
 *
 * Enforces invariant 5: a stranger's text stays on its line (`printable`), and nothing but our own colours commands the
 * terminal, whatever a verb prints (`terminalText`, the one way to standard output).
 */

/** A stranger's text within a line of ours: line ends, and characters that move the cursor or hide text, are shown, never obeyed. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

/** Our own colours, or a character that a terminal obeys; lines of ours may end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those of our colours are what it looks for
const obeyed = /\u001b\[(?:0|2|31|32|33)m|(?!\n)[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu

/** What a verb prints, as it goes to a terminal. Characters are written as JSON writes them, so JSON stays the same JSON. */
export const terminalText = (text: string): string =>
  text.replace(obeyed, (found) => (found.length > 2 ? found : writtenOut(found)))

const writtenOut = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

export type Ink = 'red' | 'yellow' | 'green' | 'dim'

const codes: Readonly<Record<Ink, number>> = { red: 31, yellow: 33, green: 32, dim: 2 }

export type Paint = (ink: Ink, text: string) => string

export const painter =
  (colour: boolean): Paint =>
  (ink, text) =>
    colour ? `\u001b[${codes[ink]}m${text}\u001b[0m` : text

/** `1 error`, `2 errors`. */
export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

/**
 * Text: terminal output as a type of its own.
 *
 * Enforces invariant 5: output accepts only a `TerminalText`, never a plain string. Its content cannot start a new
 * line or send control sequences, so external text cannot forge a line of ours.
 */
import { escapedJson, escapedText, unicodeEscape } from '@contract/text/escaped-text.js'

/** Our own colours, or a control character; our line ends are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the escape codes of our colours
const obeyed = /\u001b\[(?:0|2|31|32|33)m|(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/**
 * Created only by `terminalText`, `joined`, `jsonLine`, `ownLines` and a `Paint`; a class, so that a string is not
 * assignable to it.
 */
export class TerminalText {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  static line(words: TemplateStringsArray, ...values: readonly Printable[]): TerminalText {
    return new TerminalText(String.raw({ raw: words }, ...values.map(inLine)))
  }

  static joined(parts: readonly Printable[], between = ''): TerminalText {
    return new TerminalText(parts.map(inLine).join(between))
  }

  /** Characters are escaped as in JSON, so the value of a JSON text does not change. */
  static json(value: unknown): TerminalText {
    return new TerminalText(escapedJson(value))
  }

  static ownLines(text: string): TerminalText {
    return new TerminalText(text.split('\n').map(escapedText).join('\n'))
  }

  static painted(code: number, text: Printable): TerminalText {
    return new TerminalText(`\u001b[${code}m${inLine(text)}\u001b[0m`)
  }
}

/** Parts of a line: plain strings are escaped. */
export type Printable = string | number | TerminalText

const inLine = (value: Printable): string =>
  value instanceof TerminalText ? value.toString() : escapedText(String(value))

/** A line; strings in it are escaped. */
export const terminalText = TerminalText.line

/** Joins texts. @param between our own text, or a line end */
export const joined = TerminalText.joined

/** A value on one line. */
export const jsonLine = TerminalText.json

/** A multi-line text of the source code, such as the help of a verb. */
export const ownLines = TerminalText.ownLines

/** An escaped external text, for use in a line. */
export const printable = (text: string): TerminalText => terminalText`${text}`

/** Final check of terminal output: only our own colours pass as control characters. */
export const terminalBytes = (text: TerminalText): string =>
  text.toString().replace(obeyed, (found) => (found.length > 2 ? found : unicodeEscape(found)))

export type TextColor = 'red' | 'yellow' | 'green' | 'dim'

const codes: Readonly<Record<TextColor, number>> = { red: 31, yellow: 33, green: 32, dim: 2 }

export type Paint = (ink: TextColor, text: Printable) => TerminalText

export const painter =
  (colour: boolean): Paint =>
  (ink, text) =>
    colour ? TerminalText.painted(codes[ink], text) : terminalText`${text}`

/** `1 error`, `2 errors`. */
export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

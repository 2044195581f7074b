/** Text: what a terminal is told. */

/** Characters that move the cursor or hide text come from files of strangers: they are shown, never obeyed. */
export const printable = (text: string): string =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

export type Ink = 'red' | 'yellow' | 'green' | 'dim'

const codes: Readonly<Record<Ink, number>> = { red: 31, yellow: 33, green: 32, dim: 2 }

export type Paint = (ink: Ink, text: string) => string

export const painter =
  (colour: boolean): Paint =>
  (ink, text) =>
    colour ? `\u001b[${codes[ink]}m${text}\u001b[0m` : text

/** `1 error`, `2 errors`. */
export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

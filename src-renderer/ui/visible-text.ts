/**
 * Visible text: makes every character of untrusted text count for what it shows.
 *
 * Guards invariant 5 at the last edge: control characters, direction overrides and invisible characters become a visible mark, so
 * that a name cannot look like another one and a text cannot be read backwards.
 */

/** Line breaks and tabs; they become a space. */
const breaks = /[\t\n\r\u0085\u2028\u2029]+/gu

const controls = /\p{Cc}/gu

/** Soft hyphen, fillers, direction marks and overrides, zero-width space, word joiners, tag characters. */
const unseen =
  /\u00ad|\u034f|\u061c|[\u115f\u1160]|[\u17b4\u17b5]|\u180e|[\u200b\u200e\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|\ufeff|\uffa0|[\u{e0000}-\u{e007f}]/gu

const mark = '\ufffd'

export const visibleText = (text: string): string =>
  text.replace(breaks, ' ').replace(controls, mark).replace(unseen, mark)

/** The same for texts of several lines: line breaks stay. */
export const visibleLines = (text: string): string => text.split(/\r?\n/u).map(visibleText).join('\n')

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')

const escapedLine = (line: string): string =>
  line
    .replace(controls, escaped)
    .replace(/[\u2028\u2029]/gu, escaped)
    .replace(unseen, escaped)

/** JSON for people, indented, with unseen characters escaped. */
export const visibleJson = (value: unknown): string =>
  (JSON.stringify(value, null, 2) ?? '').split('\n').map(escapedLine).join('\n')

/** The first `limit` characters, never half of one. */
export const shortened = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const characters = Array.from(text.slice(0, limit * 2))
  return characters.length <= limit ? characters.join('') : characters.slice(0, limit).join('')
}

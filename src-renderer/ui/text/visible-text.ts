/**
 * Visible text: makes every character of untrusted text visible.
 *
 * Guards invariant 5: control characters, direction overrides and invisible characters become a visible mark, so that a
 * name can't imitate another one and a text can't be reordered. Emoji recommended by Unicode keep their joiners and
 * selectors; elsewhere these are marked too.
 */

/** Line breaks and tabs; they become a space. */
const breaks = /[\t\n\r\u0085\u2028\u2029]+/gu

/** Controls, format characters, whatever may be drawn as nothing, and what is drawn as blank without being a space. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu

/** The browser of a streamer's scene may be too old for the flag `v`; it marks some valid joiners too. */
const emojiPattern = (): RegExp => {
  try {
    // biome-ignore lint/complexity/useRegexLiterals: an unsupported pattern must not stop the page from loading
    return new RegExp('(\\p{RGI_Emoji})', 'gv')
  } catch {
    return /(\p{Extended_Pictographic}\ufe0f?)/gu
  }
}
const emoji = emojiPattern()

const mark = '\ufffd'

/** Most texts hold nothing unseen: they are not searched for emoji, of which there are thousands. */
const replaceUnseen = (text: string, replace: (character: string) => string): string =>
  text.search(unseen) === -1
    ? text
    : text
        .split(emoji)
        .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(unseen, replace)))
        .join('')

export const visibleText = (text: string): string => replaceUnseen(text.replace(breaks, ' '), () => mark)

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')

const escapedLine = (line: string): string => replaceUnseen(line.replace(/[\u2028\u2029]/gu, escaped), escaped)

/** JSON for people, indented, with unseen characters escaped. */
export const visibleJson = (value: unknown): string =>
  (JSON.stringify(value, null, 2) ?? '').split('\n').map(escapedLine).join('\n')

/** The first `limit` characters, never half of one. */
export const shortened = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const characters = Array.from(text.slice(0, limit * 2))
  return characters.length <= limit ? characters.join('') : characters.slice(0, limit).join('')
}

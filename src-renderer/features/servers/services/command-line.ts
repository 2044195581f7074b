/** Command line: the words of a command as a person types them, and back. Double quotes keep spaces; a backslash only quotes a quote. Pure. */

/** The words of a line; a quote that is not closed ends with the line. */
export function wordsOf(line: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let isQuoted = false
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? ''
    if (character === '\\' && line[index + 1] === '"') {
      word = `${word ?? ''}"`
      index += 1
    } else if (character === '"') {
      isQuoted = !isQuoted
      word ??= ''
    } else if (!isQuoted && /\s/u.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = `${word ?? ''}${character}`
  }
  if (word !== undefined) words.push(word)
  return words
}

/** A line that `wordsOf` reads as these words. */
export const lineOf = (words: readonly string[]): string =>
  words
    .map((word) => {
      const escaped = word.replaceAll('"', '\\"')
      return word === '' || /\s/u.test(word) ? `"${escaped}"` : escaped
    })
    .join(' ')

/** Lines of `NAME=value` or `Name: value`; the others are left out. */
export function pairsOf(text: string, mark: '=' | ':'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(/\r?\n/u).flatMap((line) => {
      const at = line.indexOf(mark)
      const name = line.slice(0, Math.max(0, at)).trim()
      return name === '' ? [] : [[name, line.slice(at + 1).trim()]]
    }),
  )
}

export const textOfPairs = (pairs: Readonly<Record<string, string>> | undefined, mark: '=' | ':'): string =>
  Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}${mark === ':' ? ': ' : '='}${value}`)
    .join('\n')

/** The first line that is not empty and has no mark; undefined where all are well. */
export const firstInvalidPair = (text: string, mark: '=' | ':'): string | undefined =>
  text.split(/\r?\n/u).find((line) => line.trim() !== '' && line.indexOf(mark) < 1)

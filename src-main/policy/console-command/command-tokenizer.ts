/**
 * Command tokenizer: splits a console command into words in the same way as the game.
 *
 * A space inside quotes or brackets does not separate: `@e[name="a b"]`, `{Text: "x y"}`. One pass over the text.
 */

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' }

/** The words of a command. An unclosed quote or bracket extends to the end. */
export function wordsOf(command: string): readonly string[] {
  const words: string[] = []
  const open: string[] = []
  let word = ''
  let quote = ''
  for (let at = 0; at < command.length; at += 1) {
    const letter = command[at] ?? ''
    if (quote !== '') {
      word += letter
      if (letter === '\\') {
        at += 1
        word += command[at] ?? ''
      } else if (letter === quote) quote = ''
      continue
    }
    if (letter === ' ' && open.length === 0) {
      if (word !== '') words.push(word)
      word = ''
      continue
    }
    // An apostrophe within a word, as in "don't", is not a quote.
    if (letter === '"' || (letter === "'" && (word === '' || open.length > 0))) quote = letter
    else if (closing[letter] !== undefined && (word !== '' || letter === '{')) open.push(closing[letter])
    else if (open.at(-1) === letter) open.pop()
    word += letter
  }
  if (word !== '') words.push(word)
  return words
}

/** The words without regard to quotes and brackets, so that no word is missed when the game parses them differently. */
export const plainWordsOf = (command: string): readonly string[] => command.split(/\s+/u).filter((word) => word !== '')

/** The command without surrounding white space and without the slash of the chat. */
export const commandToSend = (command: string): string =>
  command
    .trim()
    .replace(/^\/\s{0,64}/u, '')
    .trim()

export interface CommandRoot {
  /** In lower case, without slash and namespace. */
  readonly name: string
  /** In lower case; undefined without a namespace. */
  readonly namespace?: string
}

/** The command that a first word names. */
export function rootOf(word: string): CommandRoot {
  const text = word.replace(/^\/{1,16}/u, '').toLowerCase()
  const colon = text.indexOf(':')
  return colon < 0 ? { name: text } : { name: text.slice(colon + 1), namespace: text.slice(0, colon) }
}

/**
 * Command search: whether a text contains a given command, in any spelling.
 *
 * Commands are searched where they can start: at the beginning of a line or after `;`, `&` and `|`, after a slash,
 * after `run`, and after `sudo` with its player. A namespace (`minecraft:op`) makes no difference.
 */
import { normalized } from './normalized-text.js'

/**
 * @param commands in lower case, one or more words each: `op`, `whitelist off`
 * @param slash whether a slash is required: in chat, the word `op` alone is not a command
 */
export const containsCommand = (text: string, commands: readonly string[], slash: boolean): boolean => {
  const line = normalized(text)
  if (slash && !line.includes('/')) return false
  const wanted = wordsOfCommands(commands)
  return line.split(/[\n;&|]+/u).some((line) => {
    const words = wordsOf(line)
    return startsIn(words, slash).some((at) => wanted.some((command) => begins(words, at, command)))
  })
}

const known = new WeakMap<readonly string[], readonly (readonly string[])[]>()

/** The words of each command. Cached by list, because rules are immutable. */
function wordsOfCommands(commands: readonly string[]): readonly (readonly string[])[] {
  const words = known.get(commands) ?? commands.map((one) => one.split(' '))
  known.set(commands, words)
  return words
}

interface Word {
  readonly text: string
  readonly slash: boolean
}

const wordsOf = (line: string): Word[] =>
  line
    .replace(/\/\s+/gu, '/')
    .split(/[\s"'`{}()[\],=<>]+/u)
    .filter((word) => word !== '')
    .map((word) => ({ text: bare(word), slash: word.startsWith('/') }))

const bare = (word: string): string => word.replace(/^\/+/u, '').split(':').at(-1) ?? ''

/** Each index at which a command may begin. */
function startsIn(words: readonly Word[], slash: boolean): number[] {
  if (slash && !words.some((word) => word.slash)) return []
  const isStart = ({ slash: slashed }: Word, at: number): boolean =>
    slashed || (!slash && at === 0) || leading.has(words[at - 1]?.text ?? '') || words[at - 2]?.text === 'sudo'
  return words.flatMap((word, at) => (isStart(word, at) ? [at] : []))
}

const leading = new Set(['run', 'sudo'])

const begins = (words: readonly Word[], from: number, command: readonly string[]): boolean =>
  command.every((word, at) => words[from + at]?.text === word)

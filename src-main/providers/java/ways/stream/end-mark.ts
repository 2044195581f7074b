/**
 * End mark: a command that changes nothing, whose answer marks the end of the reply before it.
 *
 * Nobody can forge it: each one names a new random word, which no player sees, and only the console's own form of the
 * answer counts. From 1.15 on `data get storage` answers for storage that does not exist; 1.13 and 1.14 refuse it and
 * repeat it with `<--[HERE]`; older versions repeat no unknown command, but `scoreboard players list` names whom it
 * does not know.
 */
import { randomBytes } from 'node:crypto'

export type MarkKind = 'storage' | 'score'

/** The one that answers in most versions first. */
export const markKinds: readonly MarkKind[] = ['storage', 'score']

const here = '<--[HERE]'
/** What stands before the repeated command. */
const refusals = ['Unknown command', 'Unknown or incomplete command', 'Incorrect argument for command']

/** @returns a word that nobody can guess */
export const randomWord = (): string => randomBytes(10).toString('hex')

export class EndMark {
  readonly kind: MarkKind
  readonly word: string
  readonly command: string
  readonly #answers: readonly string[]

  constructor(kind: MarkKind, word: string) {
    this.kind = kind
    this.word = word
    this.command = kind === 'storage' ? `data get storage gatehouse:${word}` : `scoreboard players list ${word}`
    this.#answers =
      kind === 'storage'
        ? [`Storage gatehouse:${word} has the following contents: {}`]
        : [`Player ${word} has no scores recorded`, `${word} has no scores to show`]
  }

  /** @param text of a line of the log, without its header */
  isAnswer(text: string): boolean {
    return this.#answers.includes(text) || this.isRefusal(text)
  }

  /** The command as the console repeats it: whole, or its end after three dots. */
  isRefusal(text: string): boolean {
    if (!text.endsWith(this.word + here)) return false
    const shown = text.slice(0, -here.length)
    return shown === this.command || (shown.startsWith('...') && this.command.endsWith(shown.slice(3)))
  }
}

/** Whether the line says that what the next one repeats was refused. */
export const announcesRefusal = (text: string): boolean => refusals.some((start) => text.startsWith(start))

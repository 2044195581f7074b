/**
 * Score lists: whether a console command lists or resets every score of a player, whatever it is nested in.
 *
 * Guards invariant 8: while a player answers with a number, such a command would read the number, or take the answer away.
 * A command that names the objective itself is refused at any time (`text/imitation.ts`).
 */
import { commandToSend, plainWordsOf, rootOf } from './command-tokenizer.js'

/** By plain words: the game separates at spaces, and neither the command nor its parts can be quoted. */
export function touchesEveryScore(command: string): boolean {
  const words = plainWordsOf(commandToSend(command))
  return words.some((word, at) => {
    if (rootOf(word).name !== 'scoreboard' || words[at + 1]?.toLowerCase() !== 'players') return false
    const part = words[at + 2]?.toLowerCase()
    // A selector may contain spaces, so more words are no sign of an objective.
    return (part === 'list' || part === 'reset') && words[at + 3] !== undefined && !namesObjective(words.slice(at + 3))
  })
}

/** `reset PLAYER OBJECTIVE`, where the player is one word without brackets. */
const namesObjective = ([player = '', objective]: readonly string[]): boolean =>
  objective !== undefined && !/[[{"]/u.test(player)

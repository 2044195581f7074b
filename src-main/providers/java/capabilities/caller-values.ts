/** Caller values: values in the format that callers use, shared by the console and the management protocol. */

import { cleanLine } from '../../../policy/text/untrusted-text.js'

export const difficulties = ['peaceful', 'easy', 'normal', 'hard'] as const

/** Prefix of every message of an AI, so that it is not mistaken for a player's. */
export const fromAi = '[AI] '

/** The text of an AI after the prefix: one line, whose blanks cannot move a word to the start of a wrapped line. */
export const aiText = (text: unknown): string => cleanLine(String(text), 256)

/** Converts the server's text of a game rule to the value that a caller expects. */
export const ruleValueOf = (text: string): boolean | number | string =>
  text === 'true' || text === 'false' ? text === 'true' : /^-?\d{1,10}$/u.test(text) ? Number(text) : text

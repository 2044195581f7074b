/** Caller values: values in the format that callers use, shared by the console and the management protocol. */

import { cleanLine } from '../../../policy/text/untrusted-text.js'
import type { CapabilityCall } from '../../minecraft/capability.js'

export const difficulties = ['peaceful', 'easy', 'normal', 'hard'] as const

/** Prefix of every message of an AI, so that it is not mistaken for a player's. */
const fromAi = '[AI] '

/** Prefix of a message of the owner, as the game writes it for what its console says. */
const fromOwner = '[Server] '

export const senderOf = ({ byOwner = false }: Pick<CapabilityCall, 'byOwner'>): string => (byOwner ? fromOwner : fromAi)

/** The text of a message after the prefix: one line, whose blanks cannot move a word to the start of a wrapped line. */
export const lineText = (text: unknown): string => cleanLine(String(text), 256)

/** Converts the server's text of a game rule to the value that a caller expects. */
export const ruleValueOf = (text: string): boolean | number | string =>
  text === 'true' || text === 'false' ? text === 'true' : /^-?\d{1,10}$/u.test(text) ? Number(text) : text

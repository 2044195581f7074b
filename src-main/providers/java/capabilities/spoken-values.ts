/** Spoken values: the values that the console and the management protocol share, as callers say them. */

export const difficulties = ['peaceful', 'easy', 'normal', 'hard'] as const

/** Stands before every text of an AI, so that nobody takes it for a player's. */
export const fromAi = '[AI] '

/** The server's text of a game rule as the value that a caller expects. */
export const ruleValueOf = (text: string): boolean | number | string =>
  text === 'true' || text === 'false' ? text === 'true' : /^-?\d{1,10}$/u.test(text) ? Number(text) : text

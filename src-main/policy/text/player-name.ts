/**
 * Player name: the one grammar of player names, for the commands of every kind of server.
 *
 * Guards invariant 5: servers list names that Mojang would not give (`*Bob` and `.Two Words` of Geyser and Floodgate,
 * `小明` on servers in offline mode), and each can be used. A name never has a character that could start a selector,
 * end a quoted text, or begin another argument or command, whichever way a server reads its commands.
 */
import { cleanText } from './untrusted-text.js'

/** Longest name of Java and Bedrock with the prefix of a proxy, in UTF-16 units. */
const maxLength = 32

/** Without `@`, double quotes, brackets, separators, `/`, `\`, `$`, control characters and formatting codes. */
const shape = /^[\p{L}\p{M}\p{N}_.*+~!#&^%?()' -]{1,32}$/u

/** Why it cannot be used, for a person; undefined when it can. */
export function problemOfPlayerName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'It is empty.'
  if (value.length > maxLength) return `It has more than ${maxLength} characters.`
  if (!shape.test(value)) return 'It has characters that a command could mistake for a selector or for its own end.'
  if (value !== value.trim()) return 'It begins or ends with a space.'
  return cleanText(value) === value ? undefined : 'It has invisible characters.'
}

export const isPlayerName = (value: unknown): value is string => problemOfPlayerName(value) === undefined

/**
 * Whether it is a name that Mojang gives, or one of Bedrock with the prefix of Geyser or Floodgate: too short, and without
 * spaces, to tell an AI anything.
 */
export const isMinecraftName = (value: unknown): boolean =>
  typeof value === 'string' && /^[.*]?[A-Za-z0-9_]{1,16}$/u.test(value)

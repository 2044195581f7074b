/**
 * Command secrets: takes passwords and keys out of console commands and of log lines that show one (invariant 8). Pure.
 *
 * An AI writes the commands that are recorded, so only the words of a password are replaced there, in a command that is
 * a login command for the game: the rest of what ran stays in the log (invariant 1).
 *
 * Plugins for logging in have commands whose arguments are passwords; a player types them, or a person at the console
 * for a player.
 */
import { runsAnyCommand } from '../console-command/command-risk.js'
import { rootOf, wordsOf } from '../console-command/command-tokenizer.js'
import { executeParts } from '../console-command/known-commands.js'
import { redacted, withoutTextKeys } from './text-keys.js'

/** Where a command begins: after a slash, in a log line, or inside of another command. */
const loginCommand =
  /(?:\/|command: |\brun |\bsudo \S{1,64} )(?:[\w.-]{1,64}:)?(?:(?:authme|nlogin|openlogin|librelogin) {1,8}(?:user {1,8})?[\w-]{1,32}|login|log|l|register|reg|changepassword|changepass|cpw|unregister|2fa|totp)\s/iu

/** Arguments that hold a command. */
const commandName = /^(?:console)?commands?$/iu

/** A log line, or another text in which commands begin with a slash. */
export const withoutCommandSecrets = (text: string): string => withoutTextKeys(withoutPassword(text))

function withoutPassword(text: string): string {
  const found = loginCommand.exec(text)
  return found ? `${text.slice(0, found.index + found[0].length)}${redacted}` : text
}

/** No password word goes beyond one of these: what follows may be another command. */
const ends = new Set('"\'`()[]{}<>;|&\n\r\v\f\u2028\u2029')
/** As in `register PASSWORD PASSWORD MAIL` and `authme register NAME PASSWORD PASSWORD`. */
const mostPasswordWords = 3
/** Longer than the names of a login command with their namespace and spaces. */
const longestHead = 160

/**
 * A command as it is typed at the console, with or without a slash, without the password words of a login command.
 * Everything else stays: the record says what ran (invariant 1).
 */
function withoutPasswordWords(command: string): string {
  const slash = /^\/\s{0,64}/u.exec(command)?.[0].length ?? 0
  const head = loginHead(command, slash, wordsOf(command.slice(slash)))
  const to = head === undefined ? 0 : passwordEnd(command, head)
  return head === undefined || to === head ? command : command.slice(0, head) + redacted + command.slice(to)
}

/** Where the arguments of the login command begin, which `execute … run` or `sudo NAME` may run. */
function loginHead(text: string, start: number, words: readonly string[]): number | undefined {
  const small = words.map((word) => word.toLowerCase())
  let first = 0
  for (let name = rootOf(small[0] ?? '').name; name !== ''; name = rootOf(small[first] ?? '').name) {
    if (name === 'sudo') first += 2
    else if (name === 'execute' || name === 'return') first = small.indexOf('run', first + 1) + 1 || small.length
    else break
  }
  // With a further `run` this one may be a name, as in `execute store result score run login run op Steve`.
  if (first > 0 && small.includes('run', first)) return undefined
  let from = start
  for (const word of words.slice(0, first)) from = text.indexOf(word, from) + word.length
  while (text[from] === ' ' || text[from] === '/') from += 1
  const found = loginCommand.exec(`/${text.slice(from, from + longestHead)}`)
  if (found?.index !== 0 || ends.has(found[0].at(-1) ?? '')) return undefined
  return from + found[0].length - 1
}

/** Where the last password word ends; the same place when there is none. */
function passwordEnd(text: string, from: number): number {
  let end = from
  let at = from
  for (let count = 0; count < mostPasswordWords && !ends.has(text[at] ?? '\n'); count += 1) {
    const begin = at
    while (at < text.length && !ends.has(text[at] ?? '') && !isSpace(text[at] ?? '')) at += 1
    const word = text.slice(begin, at).toLowerCase()
    if (word === 'run' || executeParts.has(word)) return end
    if (at > begin) end = at
    while (isSpace(text[at] ?? '') && !ends.has(text[at] ?? '')) at += 1
  }
  return end
}

const isSpace = (letter: string): boolean => letter !== '' && letter.trim() === ''

/** A copy of the arguments whose commands hold no secret. UUIDs in them are those of players and entities. */
export function redactCommands(
  capabilityId: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  // The same words mean something else to a service: `l` in a shell is no login.
  const isMinecraft = runsAnyCommand(capabilityId)
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string')
      return withoutTextKeys(isMinecraft ? withoutPasswordWords(value.trimStart()) : value, true)
    return Array.isArray(value) ? value.map(shown) : value
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, commandName.test(name) ? shown(value) : value]),
  )
}

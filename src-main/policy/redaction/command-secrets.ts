/**
 * Command secrets: takes passwords and keys out of console commands and of log lines that show one (invariant 8). Pure.
 *
 * Plugins for logging in have commands whose arguments are passwords; a player types them, or a person at the console
 * for a player.
 */
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

/** A command as it is typed at the console, with or without a slash. Its UUIDs are those of players and entities. */
function redactCommand(command: string): string {
  const bare = command.trimStart()
  const shown = bare.startsWith('/') ? withoutPassword(bare) : withoutPassword(`/${bare}`).slice(1)
  return withoutTextKeys(shown, true)
}

/** A copy of the arguments whose commands hold no secret. */
export function redactCommands(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') return redactCommand(value)
    return Array.isArray(value) ? value.map(shown) : value
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, commandName.test(name) ? shown(value) : value]),
  )
}

/**
 * Report text: what of an error may go into the log and into a report that a person hands to strangers.
 *
 * Guards invariant 8: no key, no address and nothing of a game in it. Words in quotes may come from a player, a server
 * or a model, and never help to mend a bug: they go first.
 */
import { redactAddresses } from './redaction.js'

const quoted = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|“[^”\n]*”|「[^」\n]*」/gu
/** An address on the network; of files only the last part is kept, since what is before names a person. */
const networkAddress = /\b(?:https?|wss?|ftp):\/\/[^\s)\]]+/giu
const filePath = /(?:file:\/\/\/?|app:\/\/|[a-z]:[\\/]|(?<![\w.])\/)(?:[^\s:()]*[\\/])+/giu
/** Long runs of letters and digits: keys, tokens, fingerprints. */
const keyLike = /\b(?=[\w-]*\d)[\w-]{20,}/gu
/** Invisible characters and those that move text about, but for the line feed. */
const unseen = /[^\P{C}\n]/gu

/** @param most characters that are kept */
export function reportText(text: string, most: number): string {
  const clean = text
    .replace(unseen, ' ')
    .replace(quoted, '[…]')
    .replace(networkAddress, '[address]')
    .replace(filePath, '')
    .replace(keyLike, '[key]')
  const bare = String(redactAddresses(clean)).trim()
  return bare.length > most ? `${bare.slice(0, most - 1)}…` : bare
}

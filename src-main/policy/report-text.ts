/**
 * Report text: the parts of an error allowed in the log and in a report that a person publishes.
 *
 * Guards invariant 8: no keys, addresses or game content. Quoted text may come from a player, a server or a model, so
 * it is removed first.
 */
import { redactAddresses } from './redaction.js'

const closingQuotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '「': '」' }
/** An address on the network; of files only the last part is kept, since what is before names a person. */
const networkAddress = /\b(?:https?|wss?|ftp):\/\/[^\s)\]]+/giu
const filePath = /(?:file:\/\/\/?|app:\/\/|[a-z]:[\\/]|(?<![\w.])\/)(?:[^\s:()]*[\\/])+/giu
/** Long runs of letters and digits: keys, tokens, fingerprints. */
const keyLike = /[\w-]{20,}/gu
/** Invisible characters and those that move text about, but for the line feed. */
const unseen = /[^\P{C}\n]/gu

/** @param most characters that are kept */
export function reportText(text: string, most: number): string {
  const clean = text
    .replace(unseen, ' ')
    .split('\n')
    .map(withoutQuotes)
    .join('\n')
    .replace(networkAddress, '[address]')
    .replace(filePath, '')
    .replace(keyLike, (part) => (/\d/u.test(part) ? '[key]' : part))
  const bare = String(redactAddresses(clean)).trim()
  return bare.length > most ? `${bare.slice(0, most - 1)}…` : bare
}

/** One line; each kind of quote is looked for once more only while it has an end. */
function withoutQuotes(line: string): string {
  const endless = new Set<string>()
  let kept = ''
  let from = 0
  for (const { index, 0: opening } of line.matchAll(/["'`“「]/gu)) {
    if (index < from || endless.has(opening)) continue
    const end = line.indexOf(closingQuotes[opening] ?? opening, index + 1)
    if (end < 0) {
      endless.add(opening)
      continue
    }
    kept += `${line.slice(from, index)}[…]`
    from = end + 1
  }
  return kept + line.slice(from)
}

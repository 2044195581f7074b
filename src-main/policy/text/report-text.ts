/**
 * Report text: the parts of an error allowed in the log and in a report that a person publishes.
 *
 * Guards invariant 8: no keys, addresses or game content. Quoted text may come from a player, a server or a model, so
 * it is removed first.
 */
import { redactAddresses } from '../redaction/redaction.js'

const closingQuotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '「': '」' }
/** A network address. Of a file path only the last part remains, since the rest may name a person. */
const networkAddress = /\b(?:https?|wss?|ftp):\/\/[^\s)\]]+/giu
const filePath = /(?:file:\/\/\/?|app:\/\/|[a-z]:[\\/]|(?<![\w.])\/)(?:[^\s:()]*[\\/])+/giu
/** Long runs of letters and digits: keys, tokens, fingerprints. */
const keyLike = /[\w-]{20,}/gu
/** Invisible and control characters except the line feed. */
const unseen = /[^\P{C}\n]/gu

/** @param most maximum number of characters */
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

/** Removes quoted text from one line, in linear time: a quote without an end is searched only once. */
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

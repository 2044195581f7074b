/** Live filter: which entries a person wants to see. */
import type { LiveEntry } from '../../../src-main/contract/live.js'

export interface LiveFilter {
  /** Ids of servers; none means all. */
  readonly servers: ReadonlySet<string>
  /** Words; an entry must hold each of them. */
  readonly text: string
}

export const everything: LiveFilter = { servers: new Set(), text: '' }

export const isFiltering = (filter: LiveFilter): boolean => filter.servers.size > 0 || filter.text.trim() !== ''

/** A call that names no server, because it was refused before one was found, shows under every filter of servers. */
const onServer = (entry: LiveEntry, servers: ReadonlySet<string>): boolean =>
  servers.size === 0 || entry.server === undefined || servers.has(entry.server.id)

/** @param textOf what the entry says on the screen. */
export const filterEntries = (
  entries: readonly LiveEntry[],
  filter: LiveFilter,
  textOf: (entry: LiveEntry) => string,
): readonly LiveEntry[] => {
  if (!isFiltering(filter)) return entries
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (!onServer(entry, filter.servers)) return false
    if (words.length === 0) return true
    const text = textOf(entry).toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The set with a member put in or taken out. */
export const toggled = (set: ReadonlySet<string>, member: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}

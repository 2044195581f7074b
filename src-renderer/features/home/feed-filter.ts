/** Feed filter: selects the entries to show. Choices of one kind are combined with OR, different kinds with AND. */
import { ownCaller } from '@shared/clients/own-callers.js'
import { type CallEntry, isRefused, type LiveEntry, type RequestedEntry } from '@shared/trail/live.js'
import { assertNever } from '../../sentences/assert-never.js'
import { playerOf } from '../../sentences/event-sentence.js'

export const entryKinds = [
  'chat',
  'joins',
  'deaths',
  'blocks',
  'other',
  'servers',
  'questions',
  'calls',
  'refusals',
] as const
export type EntryKind = (typeof entryKinds)[number]

export interface FeedFilter {
  /** Ids of servers; none means all, here and below. */
  readonly servers: ReadonlySet<string>
  readonly kinds: ReadonlySet<EntryKind>
  /** Names as the game has them. */
  readonly players: ReadonlySet<string>
  /** Only requests and calls of AI clients, and nothing that the game did. */
  readonly aiOnly: boolean
  /** ISO 8601; only entries from then on. */
  readonly since?: string
  /** Words; an entry must hold each of them. */
  readonly text: string
}

export const everything: FeedFilter = {
  servers: new Set(),
  kinds: new Set(),
  players: new Set(),
  aiOnly: false,
  text: '',
}

export const isFiltering = ({ servers, kinds, players, aiOnly, since, text }: FeedFilter): boolean =>
  servers.size > 0 || kinds.size > 0 || players.size > 0 || aiOnly || since !== undefined || text.trim() !== ''

export const isRequest = (entry: LiveEntry): entry is CallEntry | RequestedEntry =>
  entry.kind === 'asked' || entry.kind === 'call'

/** A request of a client, and not what the owner tries or undoes. */
export const isOfAi = (entry: LiveEntry): boolean => {
  if (!isRequest(entry)) return false
  const own = ownCaller(entry.caller)
  return own === undefined || own === 'practice'
}

const gameKinds: ReadonlyMap<string, EntryKind> = new Map<string, EntryKind>([
  ['player.chat', 'chat'],
  ['player.join', 'joins'],
  ['player.leave', 'joins'],
  ['player.death', 'deaths'],
  ['world.block.placed', 'blocks'],
  ['world.block.broken', 'blocks'],
  ['world.tick.health', 'servers'],
  ['ext.java.server.started', 'servers'],
  ['ext.java.server.stopping', 'servers'],
  ['ext.java.server.behind', 'servers'],
])

export const kindOf = (entry: LiveEntry): EntryKind => {
  switch (entry.kind) {
    case 'game':
      return gameKinds.get(entry.eventId) ?? 'other'
    case 'server':
      return 'servers'
    case 'asked':
      return 'questions'
    case 'call':
      return isRefused(entry) ? 'refusals' : 'calls'
    default:
      return assertNever(entry)
  }
}

/** The player that an entry is about. */
export const playerIn = (entry: LiveEntry): string | undefined => {
  if (entry.kind === 'server') return undefined
  return playerOf(entry.kind === 'game' ? entry.data : withoutOwnName(entry.arguments))
}

/** What a call names is a player only where it says so: `name` may be a world or a warp. */
const withoutOwnName = ({ playerName, player }: Readonly<Record<string, unknown>>) => ({ playerName, player })

/** The text of an entry on the screen, in lower case. */
export type TextOf = (entry: LiveEntry, number: number) => string

/** A call that names no server, because it was refused before one was found, shows under every filter of servers. */
const onServer = (entry: LiveEntry, servers: ReadonlySet<string>): boolean =>
  servers.size === 0 || entry.server === undefined || servers.has(entry.server.id)

/** The filter as a predicate; the cheap parts are evaluated first. */
export const testOf = (filter: FeedFilter, textOf: TextOf): ((entry: LiveEntry, number: number) => boolean) => {
  const { servers, kinds, players, aiOnly, since } = filter
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return (entry, number) => {
    if (aiOnly && !isOfAi(entry)) return false
    if (since !== undefined && entry.at < since) return false
    if (!onServer(entry, servers)) return false
    if (kinds.size > 0 && !kinds.has(kindOf(entry))) return false
    if (players.size > 0) {
      const player = playerIn(entry)
      if (player === undefined || !players.has(player)) return false
    }
    if (words.length === 0) return true
    const text = textOf(entry, number)
    return words.every((word) => text.includes(word))
  }
}

/** The set with a member added or removed. */
export const toggled = <T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> => {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}

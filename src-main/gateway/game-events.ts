/**
 * Game events: what servers report, cleaned, each once.
 *
 * Guards invariant 5: nothing a player wrote goes further with control or bidi characters in it.
 */
import { cleanObject, cleanText } from '../policy/untrusted-text.js'
import type { LiveFeed } from './live-feed.js'
import type { ProviderEvent } from './ports.js'
import type { Registry } from './registry.js'

/** Ids remembered for each server, so that a reconnect does not show an event twice. */
const rememberedIds = 1_000

export class GameEvents {
  readonly #registry: Registry
  readonly #feed: LiveFeed
  readonly #seen = new Map<string, Set<string>>()

  constructor(registry: Registry, feed: LiveFeed) {
    this.#registry = registry
    this.#feed = feed
  }

  /** Takes an event of a server that is known and offers it; drops every other. */
  receive(serverId: string, event: ProviderEvent): void {
    const server = this.#registry.link(serverId)?.server
    if (!server?.capabilities.some(({ id, type }) => type === 'event' && id === event.eventId)) return
    if (!this.#isNew(serverId, event.id)) return
    this.#feed.add(
      {
        kind: 'game',
        server: { id: server.id, name: server.name },
        eventId: cleanText(event.eventId, 128),
        data: cleanObject(event.data),
      },
      event.at,
    )
  }

  #isNew(serverId: string, eventId: string): boolean {
    const seen = this.#seen.get(serverId) ?? new Set()
    this.#seen.set(serverId, seen)
    if (seen.has(eventId)) return false
    seen.add(eventId)
    if (seen.size > rememberedIds) seen.delete(seen.values().next().value ?? eventId)
    return true
  }
}

/**
 * Game events: what servers report, cleaned, each once.
 *
 * Guards invariant 5: nothing a player wrote goes further with control or bidi characters in it.
 */
import type { JsonObject } from '../contract/call.js'
import { waitsForAcceptance } from '../policy/manifest-trust.js'
import { cleanObject, cleanText } from '../policy/untrusted-text.js'
import type { LiveFeed } from './live-feed.js'
import type { ProviderEvent } from './ports.js'
import type { Registry } from './registry.js'

/** What an event may carry, so that a thousand of them stay small. */
const limits = { string: 512, members: 64, depth: 6 }
const mostData = 8_192

function smallData(data: JsonObject): JsonObject {
  const clean = cleanObject(data, limits)
  if (JSON.stringify(clean).length <= mostData) return clean
  return Object.fromEntries(
    Object.entries(clean)
      .filter(([, value]) => typeof value !== 'object')
      .slice(0, 12),
  )
}

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

  /** Takes an event of a server that is known and offers it; drops every other, and those of a kind that waits for acceptance. */
  receive(serverId: string, event: ProviderEvent): void {
    const server = this.#registry.link(serverId)?.server
    if (!server?.capabilities.some(({ id, type }) => type === 'event' && id === event.eventId)) return
    if (waitsForAcceptance(server, event.eventId)) return
    if (!this.#isNew(serverId, event.id)) return
    this.#feed.add(
      {
        kind: 'game',
        server: { id: server.id, name: server.name },
        eventId: cleanText(event.eventId, 128),
        data: smallData(event.data),
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

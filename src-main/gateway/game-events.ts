/**
 * Game events: what servers report, cleaned, each once, and only what its manifest announces.
 *
 * Guards invariant 5: nothing a player wrote goes further with control or bidi characters in it. Guards invariant 7: what
 * a person accepted is what an event may tell. Guards invariants 6 and 8: a message with the chat key is a login, one with
 * a code answers a request, and neither is ever an event. What a command says in a player's name never counts as theirs.
 */
import type { JsonObject } from '../contract/call.js'
import { waitsForAcceptance } from '../policy/manifest-trust.js'
import { cleanObject, cleanText } from '../policy/untrusted-text.js'
import type { ChatLogins } from './chat-logins.js'
import type { GameAnswers } from './game-answers.js'
import type { LiveFeed } from './live-feed.js'
import type { ArgumentProblem, Clock, Log, ProviderEvent, Validator } from './ports.js'
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

/** Milliseconds between lines in the log about events of one server that do not fit. */
const faultsToldEveryMs = 60_000

export interface GameEventParts {
  readonly registry: Registry
  readonly feed: LiveFeed
  readonly validator: Validator
  readonly logins: ChatLogins
  readonly answers: GameAnswers
  readonly clock: Clock
  readonly log: Log
}

interface Heard {
  readonly ids: Set<string>
  /** Events that did not fit, since they were told of last. */
  faults: number
  /** Of `clock.elapsed()`. */
  toldAt: number
}

export class GameEvents {
  readonly #parts: GameEventParts
  readonly #heard = new Map<string, Heard>()

  constructor(parts: GameEventParts) {
    this.#parts = parts
  }

  /**
   * Takes an event of a server that is known and offers it; drops every other, those of a kind that waits for
   * acceptance, and those that tell something else than their manifest says.
   */
  receive(serverId: string, event: ProviderEvent): void {
    const { registry, feed, validator } = this.#parts
    const server = registry.link(serverId)?.server
    const manifest = server?.capabilities.find(({ id, type }) => type === 'event' && id === event.eventId)
    if (!server || !manifest) return
    if (waitsForAcceptance(server, event.eventId)) return
    const heard = this.#heardOf(serverId)
    if (heard.ids.has(event.id)) return
    const checked = validator.checkReturns(manifest, cleanObject(event.data))
    if (!checked.ok) return this.#fault(heard, server.name, event.eventId, checked.problems[0])
    remember(heard.ids, event.id)
    if (this.#isSecret(server.id, event, checked.value)) return
    feed.add(
      {
        kind: 'game',
        server: { id: server.id, name: server.name },
        eventId: cleanText(event.eventId, 128),
        data: smallData(checked.value),
        ...(event.isFromCommand && { isFromCommand: true }),
      },
      event.at,
    )
  }

  /** Forgets a server that is gone for good. */
  forget(serverId: string): void {
    this.#heard.delete(serverId)
  }

  /** Takes logins and answers, and ends the logins of players who leave. The digits of a time or a UUID are no code. */
  #isSecret(serverId: string, { eventId, isFromCommand }: ProviderEvent, data: JsonObject): boolean {
    const { logins, answers } = this.#parts
    const player = typeof data.playerName === 'string' ? data.playerName : ''
    if (eventId === 'player.leave') logins.revoke(serverId, player)
    const { timestamp: _time, playerUuid: _uuid, ...texts } = data
    if (!hasText(texts, (text) => logins.isSecret(text) || answers.isSecret(text))) return false
    if (eventId === 'player.chat' && !isFromCommand && typeof data.message === 'string') {
      const line = { serverId, player, message: data.message }
      logins.receive(line)
      answers.receive(line)
    }
    return true
  }

  #heardOf(serverId: string): Heard {
    const heard = this.#heard.get(serverId) ?? { ids: new Set(), faults: 0, toldAt: Number.NEGATIVE_INFINITY }
    this.#heard.set(serverId, heard)
    return heard
  }

  #fault(heard: Heard, server: string, eventId: string, problem: ArgumentProblem | undefined): void {
    const { clock, log } = this.#parts
    heard.faults += 1
    if (clock.elapsed() - heard.toldAt < faultsToldEveryMs) return
    log.warn('a server reports events that do not fit their manifest', {
      server,
      eventId: cleanText(eventId, 128),
      events: heard.faults,
      ...(problem && { problem: `${problem.path || 'it'}: expected ${problem.expected}` }),
    })
    heard.faults = 0
    heard.toldAt = clock.elapsed()
  }
}

/** Whether a string of a cleaned value, at any depth, passes. */
const hasText = (value: unknown, passes: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? passes(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((member) => hasText(member, passes))

function remember(ids: Set<string>, id: string): void {
  ids.add(id)
  if (ids.size > rememberedIds) ids.delete(ids.values().next().value ?? id)
}

/**
 * Game events: cleans the events of servers, removes duplicates, and forwards only what the manifest declares.
 *
 * Guards invariant 5: no control or bidi characters of a player's text are forwarded. Guards invariant 7: an event
 * contains only what a person accepted. Guards invariants 6 and 8: a message with the chat key is a login and one with
 * a code answers a request; neither becomes an event. Text that only shows a player's name never counts as theirs, a
 * name that cleaning changes is never an account, and a name that another account has now is not logged in. What is
 * read late logs nobody in and answers nothing: its player may have left.
 */
import type { ArgumentProblem, JsonObject } from '@contract/call.js'
import { cleanObject, cleanText, plainName } from '../../policy/text/untrusted-text.js'
import { isQuarantined } from '../../policy/trust/manifest-trust.js'
import type { GameDecisions } from '../approvals/game-decisions.js'
import type { ChatLogins } from '../clients/chat-logins.js'
import type { PlayerIdentity, ProviderEvent, Validator } from '../ports/provider.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { Registry } from '../trust/registry.js'
import type { LiveFeed } from './live-feed.js'

/** Size limits of an event, so that a thousand of them stay small. */
const limits = { string: 512, members: 64, depth: 6 }
const maxData = 8_192

function smallData(data: JsonObject): JsonObject {
  const clean = cleanObject(data, limits)
  if (JSON.stringify(clean).length <= maxData) return clean
  return Object.fromEntries(
    Object.entries(clean)
      .filter(([, value]) => typeof value !== 'object')
      .slice(0, 12),
  )
}

/** Number of event ids stored per server, so that a reconnect does not repeat an event. */
const rememberedIds = 1_000

/** Milliseconds between log lines about invalid events of one server. */
const faultReportMs = 60_000

export interface GameEventDependencies {
  readonly registry: Registry
  readonly feed: LiveFeed
  readonly validator: Validator
  readonly logins: ChatLogins
  readonly decisions: GameDecisions
  readonly clock: Clock
  readonly log: Log
}

interface ServerRecord {
  readonly ids: Set<string>
  /** Invalid events since the last warning. */
  faults: number
  /** Time of `clock.elapsed()`. */
  reportedAt: number
}

export class GameEvents {
  readonly #deps: GameEventDependencies
  readonly #records = new Map<string, ServerRecord>()

  constructor(deps: GameEventDependencies) {
    this.#deps = deps
  }

  /**
   * Accepts an event of a known server and publishes it. Drops all others, those waiting for acceptance, and those that
   * do not match their manifest.
   */
  receive(serverId: string, event: ProviderEvent): void {
    const { registry, feed, validator } = this.#deps
    const server = registry.link(serverId)?.server
    const manifest = server?.capabilities.find(({ id, type }) => type === 'event' && id === event.eventId)
    if (!server || !manifest) return
    if (isQuarantined(server, event.eventId)) return
    const record = this.#recordOf(serverId)
    if (record.ids.has(event.id)) return
    const checked = validator.checkReturns(manifest, cleanObject(event.data))
    if (!checked.ok) return this.#fault(record, server.name, event.eventId, checked.problems[0])
    remember(record.ids, event.id)
    const identity = identityOf(event)
    if (this.#isSecret(server.id, { ...event, ...(identity && { identity }) }, checked.value)) return
    feed.add(
      {
        kind: 'game',
        server: { id: server.id, name: server.name },
        eventId: cleanText(event.eventId, 128),
        data: smallData(checked.value),
        ...(identity && { identity }),
        ...(event.isLate && { isLate: true }),
      },
      event.at,
    )
  }

  /** Removes the data of a server that was removed. */
  forget(serverId: string): void {
    this.#records.delete(serverId)
  }

  /** Handles logins and answers, and ends the logins of players who leave. Digits of a time or a UUID are not a code. */
  #isSecret(serverId: string, { eventId, identity, isLate }: ProviderEvent, data: JsonObject): boolean {
    const { logins, decisions } = this.#deps
    const player = typeof data.playerName === 'string' ? data.playerName : ''
    const uuid = typeof data.playerUuid === 'string' ? data.playerUuid : undefined
    if (eventId === 'player.leave') logins.revoke(serverId, player)
    else if (identity !== 'display') logins.endOther({ serverId, player, uuid, isNameOnly: identity === 'name-only' })
    const { timestamp: _time, playerUuid: _uuid, ...texts } = data
    if (!hasText(texts, (text) => logins.isSecret(text) || decisions.isSecret(text))) return false
    if (isLate || eventId !== 'player.chat' || typeof data.message !== 'string') return true
    const line = { serverId, player, ...(uuid !== undefined && { uuid }), message: data.message }
    if (identity === 'display' || identity === 'name-only') {
      const why = identity === 'display' ? 'display' : 'account'
      logins.refuse(line, why)
      decisions.refuse(data.message, { serverId, player, why })
      return true
    }
    logins.receive(line)
    if (identity === undefined) decisions.receive(line)
    return true
  }

  #recordOf(serverId: string): ServerRecord {
    const record = this.#records.get(serverId) ?? { ids: new Set(), faults: 0, reportedAt: Number.NEGATIVE_INFINITY }
    this.#records.set(serverId, record)
    return record
  }

  #fault(record: ServerRecord, server: string, eventId: string, problem: ArgumentProblem | undefined): void {
    const { clock, log } = this.#deps
    record.faults += 1
    if (clock.elapsed() - record.reportedAt < faultReportMs) return
    log.warn('a server reports events that do not fit their manifest', {
      server,
      eventId: cleanText(eventId, 128),
      events: record.faults,
      ...(problem && { problem: `${problem.path || 'it'}: expected ${problem.expected}` }),
    })
    record.faults = 0
    record.reportedAt = clock.elapsed()
  }
}

/** A name that cleaning changes is display text: another player may look like it. */
function identityOf({ data: { playerName }, identity }: ProviderEvent): PlayerIdentity | undefined {
  const isExact = playerName === undefined || (typeof playerName === 'string' && plainName(playerName) === playerName)
  return isExact ? identity : 'display'
}

/** Whether every string of a cleaned value, at any depth, passes. */
const hasText = (value: unknown, passes: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? passes(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((member) => hasText(member, passes))

function remember(ids: Set<string>, id: string): void {
  ids.add(id)
  if (ids.size > rememberedIds) ids.delete(ids.values().next().value ?? id)
}

/**
 * Subscriptions: delivers events to their subscribers. See docs/protocol.md#events-subscribe.
 *
 * Steps of a subscription: resolve → validate → authorise → assess risk → limit → record. Guards invariant 2: the
 * server's offer, the caller's rights and the rules that deny are checked for every event. So a subscription resumes when
 * its server reconnects, and a revoked permission stops delivery. Listeners are synchronous; a slow one needs an `EventQueue`.
 */

import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Caller, JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { GameEntry, LiveEntry } from '@shared/trail/live.js'
import { isSmall, maxArgumentCharacters } from '../../policy/limits/size.js'
import { matchesFilter } from '../../policy/program/event-filter.js'
import { demandsOfRisk, riskOf } from '../../policy/risk/risk.js'
import { problemsText, quoted } from '../../policy/text/model-text.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { GatewayDependencies } from '../path/gateway-dependencies.js'
import { permissionFor, refusalOf } from '../path/rights.js'
import { deniedBy } from '../path/steps/deny-by-rule.js'
import { excessOf } from '../path/steps/limit-caller.js'
import { recordSubscription } from '../path/steps/record-subscription.js'
import type { Listener } from '../ports/emitter.js'
import type { CapabilityOffer } from '../ports/registry.js'
import type { EventsOffered, Subscribed, Subscription, SubscriptionRequest } from '../ports/subscription.js'

/** Maximum subscriptions to one event per session, when the manifest sets none. */
const defaultLimit = 10
/** Maximum subscriptions to all events. */
const maxInSession = 64

type Dependencies = Pick<
  GatewayDependencies,
  'registry' | 'feed' | 'validator' | 'audit' | 'clock' | 'log' | 'rates' | 'rightsOf' | 'callLimitOf' | 'rules'
>

interface SubscriptionTerms {
  readonly eventIds: ReadonlySet<string>
  readonly serverId?: string
  readonly filter: JsonObject
  readonly caller: Caller
}

export class EventSubscriptions {
  readonly #deps: Dependencies
  /**
   * Caller and session → event → subscriptions. With plain HTTP every stream has its own connection, so there the limit
   * is per caller.
   */
  readonly #counts = new Map<string, Map<string, number>>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** @param server id or name; all when omitted */
  offeredTo(caller: Caller, server?: string): EventsOffered {
    const open: string[] = []
    const withheld: string[] = []
    for (const [eventId, offers] of this.#deps.registry.capabilities()) {
      const meant = offers.filter(
        ({ manifest, link }) =>
          manifest.type === 'event' && (server === undefined || [link.server.id, link.server.name].includes(server)),
      )
      if (meant.length === 0) continue
      const isOpen = meant.some((offer) => this.#obstacleTo(offer, caller) === undefined)
      if (isOpen) open.push(eventId)
      else withheld.push(eventId)
    }
    return { open, withheld }
  }

  /** Never throws: the reason is the result. */
  subscribe(request: SubscriptionRequest, listener: Listener<GameEntry>): Subscribed {
    try {
      const excess = excessOf(request.caller, this.#deps)
      if (excess) return { ok: false, error: excess }
      const wanted = this.#admitted(request)
      recordSubscription(request, this.#deps)
      return { ok: true, subscription: this.#begin(wanted, request, listener) }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      this.#deps.log.warn('a subscription was refused', { ...error.toContract() })
      try {
        recordSubscription(request, this.#deps, error)
      } catch (unwritten) {
        this.#deps.log.error('a refusal could not be recorded', { error: `${unwritten}` })
      }
      return { ok: false, error }
    }
  }

  /** @throws GatewayError with the reason for a refusal */
  #admitted({ eventIds, server, filter, caller, connection }: SubscriptionRequest): SubscriptionTerms {
    if (!isSmall(filter)) throw filterTooLarge
    const offers = eventIds.flatMap((eventId) => {
      const offered = this.#deps.registry.offersOf(eventId).filter(({ manifest }) => manifest.type === 'event')
      if (offered.length === 0) throw notAnEvent(eventId, this.#deps.registry.offersOf(eventId))
      return server === undefined ? offered : [chosen(offered, server)]
    })
    for (const { manifest } of offers) this.#validate(manifest, filter)
    for (const eventId of eventIds)
      this.#authorise(
        offers.filter(({ manifest }) => manifest.id === eventId),
        caller,
      )
    // A replay without a subscription takes no slot.
    if (!connection.aborted) this.#limit(eventIds, offers, caller)
    const [first] = offers
    return {
      eventIds: new Set(eventIds),
      filter: (filter ?? {}) as JsonObject,
      caller,
      ...(server !== undefined && first && { serverId: first.link.server.id }),
    }
  }

  #validate(manifest: CapabilityManifest, filter: unknown): void {
    const checked = this.#deps.validator.checkArguments(manifest, filter === undefined ? {} : { filter })
    const isFilter = filter === undefined || (typeof filter === 'object' && filter !== null && !Array.isArray(filter))
    if (checked.ok && isFilter) return
    const problems = checked.ok ? [{ path: '/filter', expected: 'an object', given: typeof filter }] : checked.problems
    throw new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
      message: `The filter is not valid for ${manifest.id}: at ${problemsText(problems, coreCatalogue.has(manifest.id))}.`,
      details: { errors: problems },
    })
  }

  /** Rights on one server are enough: events of other servers are not delivered. */
  #authorise(offers: readonly CapabilityOffer[], caller: Caller): void {
    const obstacles = offers.map((offer) => this.#obstacleTo(offer, caller))
    const [first] = obstacles
    if (first && obstacles.every((obstacle) => obstacle !== undefined)) throw first
  }

  #obstacleTo(offer: CapabilityOffer, caller: Caller): GatewayError | undefined {
    const { manifest } = offer
    const verdict = permissionFor(this.#deps.rightsOf(caller), offer)
    if (!verdict.may) return refusalOf(verdict, offer, caller)
    const rule = this.#deps.rules.ruleAgainstEvent(caller, offer.link.server.id, manifest.id)
    if (rule) return deniedBy(rule)
    if (verdict.permitted === 'allow' && isHarmless(manifest)) return undefined
    return new GatewayError('RISK.OPERATION_BLOCKED', {
      message: 'This event needs approval by a person, who cannot be asked about events.',
      details: { capabilityId: manifest.id },
    })
  }

  #limit(eventIds: readonly string[], offers: readonly CapabilityOffer[], caller: Caller): void {
    const counts = this.#counts.get(subscriberOf(caller)) ?? new Map<string, number>()
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (all + eventIds.length > maxInSession) throw tooMany('events', maxInSession)
    for (const eventId of eventIds) {
      const limits = offers.flatMap(({ manifest }) =>
        manifest.id === eventId ? (manifest.rateLimit?.subscriptions ?? defaultLimit) : [],
      )
      const limit = Math.min(...limits)
      const asked = eventIds.filter((id) => id === eventId).length
      if ((counts.get(eventId) ?? 0) + asked > limit) throw tooMany(eventId, limit)
    }
  }

  #begin(wanted: SubscriptionTerms, request: SubscriptionRequest, listener: Listener<GameEntry>): Subscription {
    const { eventIds, connection, after, only } = request
    const { feed } = this.#deps
    const count = (change: 1 | -1): void => {
      for (const eventId of eventIds) this.#count(subscriberOf(wanted.caller), eventId, change)
    }
    const isMeant = (entry: LiveEntry): entry is GameEntry => entry.kind === 'game' && this.#isWanted(entry, wanted)
    const onEntry = (entry: LiveEntry): void => {
      if (isMeant(entry)) listener(entry)
    }
    let ended = connection.aborted
    const kept = after === undefined ? [] : feed.recent()
    const known = kept.findIndex(({ id }) => id === after)
    const fitting = kept
      .slice(known + 1)
      .filter((entry): entry is GameEntry => isMeant(entry) && only?.fits(entry) !== false)
    const left = Math.max(0, fitting.length - (only?.newest ?? fitting.length))
    for (const entry of fitting.slice(left)) listener(entry)
    const stop = ended ? () => {} : feed.onDidArrive(onEntry)
    if (!ended) count(1)
    const end = (): void => {
      if (ended) return
      ended = true
      stop()
      count(-1)
      connection.removeEventListener('abort', end)
    }
    setMaxListeners(0, connection)
    connection.addEventListener('abort', end)
    return { id: randomUUID(), left, complete: after === undefined || known >= 0, end }
  }

  #count(subscriber: string, eventId: string, change: 1 | -1): void {
    const counts = this.#counts.get(subscriber) ?? new Map<string, number>()
    const now = (counts.get(eventId) ?? 0) + change
    if (now > 0) counts.set(eventId, now)
    else counts.delete(eventId)
    if (counts.size > 0) this.#counts.set(subscriber, counts)
    else this.#counts.delete(subscriber)
  }

  #isWanted(entry: GameEntry, { eventIds, serverId, filter, caller }: SubscriptionTerms): boolean {
    if (!eventIds.has(entry.eventId) || (serverId !== undefined && entry.server.id !== serverId)) return false
    if (!matchesFilter(filter, entry.data)) return false
    const link = this.#deps.registry.link(entry.server.id)
    const manifest = link?.server.capabilities.find(({ id, type }) => id === entry.eventId && type === 'event')
    return link !== undefined && manifest !== undefined && !this.#obstacleTo({ manifest, link }, caller)
  }
}

const subscriberOf = ({ id, sessionId }: Caller): string => JSON.stringify([id, sessionId])

const isHarmless = (manifest: CapabilityManifest): boolean =>
  demandsOfRisk(riskOf(manifest, coreCatalogue.get(manifest.id))).approvers === 0

/** By id, or by a name that is unique among the servers that offer it. */
function chosen(offers: readonly CapabilityOffer[], server: string): CapabilityOffer {
  const named = offers.filter(({ link }) => link.server.name === server)
  const offer = offers.find(({ link }) => link.server.id === server) ?? (named.length === 1 ? named[0] : undefined)
  if (offer) return offer
  const servers = offers.map(({ link }) => link.server.name)
  throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
    message: `There is no server ${quoted(server)} that offers this.`,
    suggestion: `Use one of: ${servers.map((name) => quoted(name)).join(', ')}.`,
    details: { servers },
  })
}

const notAnEvent = (eventId: string, offered: readonly CapabilityOffer[]): GatewayError =>
  offered.length === 0
    ? new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId: cleanText(eventId, 128) } })
    : new GatewayError('PROTOCOL.UNSUPPORTED_TYPE', {
        message: 'Only events can be subscribed to.',
        suggestion: 'Call it instead.',
        details: { capabilityId: cleanText(eventId, 128) },
      })

const filterTooLarge = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: `The filter is larger than ${maxArgumentCharacters} characters.`,
  suggestion: 'Use a smaller filter, or split it into several subscriptions.',
})

const tooMany = (what: string, limit: number): GatewayError =>
  new GatewayError('SYSTEM.RATE_LIMITED', {
    message: `At most ${limit} subscriptions to ${what} are allowed at once.`,
    suggestion: 'End a subscription first.',
    details: { limit },
  })

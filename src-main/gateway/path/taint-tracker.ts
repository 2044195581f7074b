/**
 * Taint tracker: tracks which conversations have read text written by players.
 *
 * Guards invariant 5: reports and events leave the gateway only through `noteDelivered`, so that each read is noted. A
 * taint lasts as long as its session, and applies to the whole client for 30 minutes, because another session or route
 * with the same key has the same content. The client name is ignored, since it can be changed. Kept in memory, like
 * sessions.
 */
import { assertNever } from '@contract/assert-never.js'
import type { Caller } from '@contract/call.js'
import { isChatPlayer } from '@shared/features/chat.js'
import type { GameEntry } from '@shared/trail/live.js'
import { containsGameText } from '../../policy/text/game-text.js'
import { pairedContextOf } from '../../policy/undo/paired-context.js'
import type { CallReport } from '../ports/calls.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds that a client stays tainted after a read, or after its last activity where no session is known. */
export const clientTaintMs = 30 * 60_000

/** Maximum tracked sessions; beyond that the whole client is tainted instead. */
export const maxTaintedSessions = 4_096

/** Content sent to a caller. */
export type DeliveredData =
  | { readonly kind: 'report'; readonly capabilityId: string; readonly report: CallReport; readonly given?: unknown }
  | { readonly kind: 'event'; readonly entry: GameEntry }

export class TaintTracker {
  readonly #clock: Clock
  readonly #sessions = new Set<string>()
  /** Client → expiry, in milliseconds of `clock.elapsed()`. */
  readonly #clients = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes data that the caller is about to read, and returns it. */
  noteDelivered<Delivered extends DeliveredData>(caller: Caller, delivered: Delivered): Delivered {
    if (carriesText(delivered)) this.#taint(caller)
    return delivered
  }

  /**
   * Whether a player's text may have caused the request. A session that has read such text stays tainted while it is
   * active.
   */
  isTainted(caller: Caller): boolean {
    // A request in chat is text of a player.
    if (isChatPlayer(caller)) return true
    const client = clientOf(caller)
    const until = this.#clients.get(client)
    const isClient = until !== undefined && until > this.#clock.elapsed()
    const isSession = caller.sessionId !== undefined && this.#sessions.has(sessionOf(caller))
    if (isClient && (isSession || !this.#hasTrackableSession(caller))) this.#taintClient(client)
    if (!isClient) this.#clients.delete(client)
    return isClient || isSession
  }

  #taint(caller: Caller): void {
    if (this.#hasTrackableSession(caller)) this.#sessions.add(sessionOf(caller))
    this.#taintClient(clientOf(caller))
  }

  /** Whether its session can be distinguished from its other sessions. */
  #hasTrackableSession({ sessionId }: Caller): boolean {
    return sessionId !== undefined && this.#sessions.size < maxTaintedSessions
  }

  #taintClient(client: string): void {
    this.#clients.set(client, this.#clock.elapsed() + clientTaintMs)
  }
}

function carriesText(delivered: DeliveredData): boolean {
  switch (delivered.kind) {
    case 'event':
      return containsGameText(delivered.entry.eventId, delivered.entry.data)
    case 'report':
      return reportCarriesText(delivered.capabilityId, delivered.report, delivered.given)
    default:
      return assertNever(delivered)
  }
}

function reportCarriesText(capabilityId: string, { outcome }: CallReport, given: unknown): boolean {
  if (outcome.kind === 'done') return containsGameText(capabilityId, outcome.data, given)
  if (outcome.kind === 'foreseen') {
    const { before } = outcome.forecast
    return before !== undefined && containsGameText(pairedContextOf(capabilityId)?.capabilityId ?? '', before, given)
  }
  return outcome.kind === 'failed' && outcome.error.hasProviderText
}

const clientOf = ({ type, id }: Caller): string => JSON.stringify([type, id])
const sessionOf = ({ type, id, sessionId }: Caller): string => JSON.stringify([type, id, sessionId])

/**
 * Taints: which conversations have read text that somebody in the game wrote.
 *
 * Guards invariant 5: `handOver` is the one way in which reports and events leave the gateway for a caller, so that nobody
 * forgets to note it. A taint lasts as long as its session, and for 30 minutes it is the whole client's: who opens
 * another session, or comes over another route with the same key, has still read it. What a client calls itself plays no
 * part: it could call itself something else. It is in memory: a session does not outlive the program either.
 */
import { assertNever } from '../contract/assert-never.js'
import type { Caller } from '../contract/call.js'
import { isChatPlayer } from '../contract/chat.js'
import type { GameEntry } from '../contract/live.js'
import { holdsGameText } from '../policy/game-text.js'
import { pairedContextOf } from '../policy/paired-context.js'
import type { CallReport } from './call-path.js'
import type { Clock } from './ports.js'

/** Milliseconds that a client stays tainted after it has read, or was last heard of where no session of it is known. */
export const clientTaintMs = 30 * 60_000

/** Sessions that are remembered; of one more the client stays tainted, rather than that it is forgotten. */
export const mostTaintedSessions = 4_096

/** What goes out to a caller. */
export type HandedOver =
  | { readonly kind: 'report'; readonly capabilityId: string; readonly report: CallReport; readonly given?: unknown }
  | { readonly kind: 'event'; readonly entry: GameEntry }

export class Taints {
  readonly #clock: Clock
  readonly #sessions = new Set<string>()
  /** Client → until when, of `clock.elapsed()`. */
  readonly #clients = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes what the caller is about to read, and gives it back. */
  handOver<Handed extends HandedOver>(caller: Caller, handed: Handed): Handed {
    if (carriesText(handed)) this.#taint(caller)
    return handed
  }

  /** Whether what the caller asks may be what a player told it to ask. Who has read it itself stays so while it is heard of. */
  isTainted(caller: Caller): boolean {
    // What is asked in chat is a player's words already.
    if (isChatPlayer(caller)) return true
    const client = clientOf(caller)
    const until = this.#clients.get(client)
    const isClient = until !== undefined && until > this.#clock.elapsed()
    const isSession = caller.sessionId !== undefined && this.#sessions.has(sessionOf(caller))
    if (isClient && (isSession || !this.#keeps(caller))) this.#taintClient(client)
    if (!isClient) this.#clients.delete(client)
    return isClient || isSession
  }

  #taint(caller: Caller): void {
    if (this.#keeps(caller)) this.#sessions.add(sessionOf(caller))
    this.#taintClient(clientOf(caller))
  }

  /** Whether what its session has read can be told from what its others have. */
  #keeps({ sessionId }: Caller): boolean {
    return sessionId !== undefined && this.#sessions.size < mostTaintedSessions
  }

  #taintClient(client: string): void {
    this.#clients.set(client, this.#clock.elapsed() + clientTaintMs)
  }
}

function carriesText(handed: HandedOver): boolean {
  switch (handed.kind) {
    case 'event':
      return holdsGameText(handed.entry.eventId, handed.entry.data)
    case 'report':
      return reportCarriesText(handed.capabilityId, handed.report, handed.given)
    default:
      return assertNever(handed)
  }
}

function reportCarriesText(capabilityId: string, { outcome }: CallReport, given: unknown): boolean {
  if (outcome.kind === 'done') return holdsGameText(capabilityId, outcome.data, given)
  if (outcome.kind === 'foreseen') {
    const { before } = outcome.forecast
    return before !== undefined && holdsGameText(pairedContextOf(capabilityId)?.capabilityId ?? '', before, given)
  }
  return outcome.kind === 'failed' && outcome.error.isTheirs
}

const clientOf = ({ type, id }: Caller): string => JSON.stringify([type, id])
const sessionOf = ({ type, id, sessionId }: Caller): string => JSON.stringify([type, id, sessionId])

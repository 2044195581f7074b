/**
 * Taints: which conversations have read text that somebody in the game wrote.
 *
 * Guards invariant 5: `handOver` is the one way in which reports and events leave the gateway for a caller, so that nobody
 * forgets to note it. A taint lasts as long as its session; where a caller has none, 30 minutes from when it was last
 * heard of. It is in memory: a session does not outlive the program either.
 */
import { assertNever } from '../contract/assert-never.js'
import type { Caller } from '../contract/call.js'
import type { GameEntry } from '../contract/live.js'
import { holdsGameText } from '../policy/game-text.js'
import { pairedContextOf } from '../policy/paired-context.js'
import type { CallReport } from './call-path.js'
import type { Clock } from './ports.js'

/** Milliseconds that callers without a session stay tainted after they were last heard of. */
export const sessionlessTaintMs = 30 * 60_000

/** Sessions that are remembered; one more makes its whole client tainted, rather than forgotten. */
export const mostTaintedSessions = 4_096

/** What goes out to a caller. */
export type HandedOver =
  | { readonly kind: 'report'; readonly capabilityId: string; readonly report: CallReport }
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

  /** Whether what the caller asks may be what a player told it to ask. Whoever is heard of stays so. */
  isTainted(caller: Caller): boolean {
    const client = clientOf(caller)
    const until = this.#clients.get(client)
    const isClient = until !== undefined && until > this.#clock.elapsed()
    if (isClient) this.#clients.set(client, this.#clock.elapsed() + sessionlessTaintMs)
    else this.#clients.delete(client)
    return isClient || (caller.sessionId !== undefined && this.#sessions.has(sessionOf(caller)))
  }

  #taint(caller: Caller): void {
    const isKept = caller.sessionId !== undefined && this.#sessions.size < mostTaintedSessions
    if (isKept) this.#sessions.add(sessionOf(caller))
    else this.#clients.set(clientOf(caller), this.#clock.elapsed() + sessionlessTaintMs)
  }
}

function carriesText(handed: HandedOver): boolean {
  switch (handed.kind) {
    case 'event':
      return holdsGameText(handed.entry.eventId, handed.entry.data)
    case 'report':
      return reportCarriesText(handed.capabilityId, handed.report)
    default:
      return assertNever(handed)
  }
}

function reportCarriesText(capabilityId: string, { outcome }: CallReport): boolean {
  if (outcome.kind === 'done') return holdsGameText(capabilityId, outcome.data)
  if (outcome.kind === 'foreseen') {
    const { before } = outcome.forecast
    return before !== undefined && holdsGameText(pairedContextOf(capabilityId)?.capabilityId ?? '', before)
  }
  return outcome.kind === 'failed' && outcome.error.isTheirs
}

const clientOf = ({ type, id }: Caller): string => JSON.stringify([type, id])
const sessionOf = ({ type, id, sessionId }: Caller): string => JSON.stringify([type, id, sessionId])

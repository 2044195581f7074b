/**
 * Taint tracker: which clients have read text that others wrote, and which text it was.
 *
 * Guards invariant 5: reports and events leave the gateway only through `noteDelivered`, so that each read is noted. A
 * client stays tainted for ten minutes after the last such text, in all its sessions and under any name, because another
 * session or route with the same key has the same content. Kept in memory, like sessions.
 */
import { assertNever } from '@contract/assert-never.js'
import type { Caller } from '@contract/call.js'
import type { ReadText } from '@shared/approvals/approval.js'
import { isChatPlayer } from '@shared/features/chat.js'
import type { SentSuggestion } from '@shared/streaming/audience.js'
import type { GameEntry } from '@shared/trail/live.js'
import { anyTextIn, type FreeText, freeTextIn } from '../../policy/text/free-text.js'
import { cleanLine } from '../../policy/text/untrusted-text.js'
import { pairedContextOf } from '../../policy/undo/paired-context.js'
import type { CallReport } from '../ports/calls.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds that a client stays tainted after it has read a text. */
export const taintMs = 10 * 60_000

/** Characters of the text that a person is shown. */
const maxQuoted = 160

/** Content sent to a caller. */
export type DeliveredData =
  | { readonly kind: 'report'; readonly capabilityId: string; readonly report: CallReport; readonly given?: unknown }
  | { readonly kind: 'event'; readonly entry: GameEntry }
  | { readonly kind: 'suggestions'; readonly suggestions: readonly SentSuggestion[] }

/** Where the text of a viewer came from. */
const suggestionSource = 'audience.suggestion'

interface Taint {
  readonly read: ReadText
  /** In milliseconds of `clock.elapsed()`. */
  readonly until: number
}

export class TaintTracker {
  readonly #clock: Clock
  readonly #clients = new Map<string, Taint>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes data that the caller is about to read, and returns it. */
  noteDelivered<Delivered extends DeliveredData>(caller: Caller, delivered: Delivered): Delivered {
    const found = isChatPlayer(caller) ? undefined : textOf(delivered)
    if (found) {
      const read = {
        capabilityId: sourceOf(delivered),
        at: this.#clock.now().toISOString(),
        text: cleanLine(found.text, maxQuoted),
        ...(found.by !== undefined && { by: found.by }),
      }
      this.#clients.set(clientOf(caller), { read, until: this.#clock.elapsed() + taintMs })
    }
    return delivered
  }

  /** The latest text of others that may have caused a request of the caller; undefined when there is none. */
  readBy(caller: Caller): ReadText | undefined {
    // A request in chat is text of a player.
    if (isChatPlayer(caller)) return { capabilityId: 'player.chat', at: this.#clock.now().toISOString(), text: '' }
    const client = clientOf(caller)
    const taint = this.#clients.get(client)
    if (taint && taint.until > this.#clock.elapsed()) return taint.read
    this.#clients.delete(client)
    return undefined
  }
}

function sourceOf(delivered: DeliveredData): string {
  if (delivered.kind === 'suggestions') return suggestionSource
  return delivered.kind === 'event' ? delivered.entry.eventId : delivered.capabilityId
}

function textOf(delivered: DeliveredData): FreeText | undefined {
  switch (delivered.kind) {
    case 'event':
      return freeTextIn(delivered.entry.eventId, delivered.entry.data)
    case 'report':
      return textOfReport(delivered.capabilityId, delivered.report, delivered.given)
    case 'suggestions': {
      const [newest] = delivered.suggestions
      return newest && { text: newest.text, by: newest.userName }
    }
    default:
      return assertNever(delivered)
  }
}

function textOfReport(capabilityId: string, { outcome }: CallReport, given: unknown): FreeText | undefined {
  if (outcome.kind === 'done') {
    return outcome.relayed ? (anyTextIn(outcome.data) ?? { text: '' }) : freeTextIn(capabilityId, outcome.data, given)
  }
  if (outcome.kind === 'foreseen') {
    const { before } = outcome.forecast
    return before && freeTextIn(pairedContextOf(capabilityId)?.capabilityId ?? '', before, given)
  }
  return outcome.kind === 'failed' && outcome.error.hasProviderText ? { text: outcome.error.message } : undefined
}

const clientOf = ({ type, id }: Caller): string => JSON.stringify([type, id])

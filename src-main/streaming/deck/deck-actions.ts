/**
 * Deck actions: what each button of a Stream Deck does.
 *
 * Guards invariant 6: the only answer that fits in here is a denial, and a stop of everything is ended in the window
 * alone. Each is in the audit trail with the Stream Deck as its giver.
 */
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { DeckVerb } from '@shared/streaming/deck.js'

/** As in the audit trail. */
export const deckName = 'Stream Deck'
const deck: Person = { id: 'stream-deck', name: deckName, kind: 'control' }

type Denial = { readonly id: string; readonly decision: 'deny'; readonly person: Person }

export interface DeckParts {
  readonly panic: { readonly state: PanicState; pause(by: string): void; endPause(by: string): void }
  readonly approvals: {
    open(): readonly Pick<OpenApproval, 'id' | 'askedAt'>[]
    decideAsPerson(denial: Denial): { readonly ok: true } | { readonly ok: false; readonly error: GatewayError }
  }
  /** Asks the viewers about the request that waits longest. Rejects with a GatewayError; absent where nobody can. */
  readonly startVote?: ((startedBy: Caller) => Promise<void>) | undefined
  /** Writes the mark in the audit trail. @throws Error when it cannot be written */
  readonly recordMark: (by: Caller) => void
  /** Marks the recording of OBS. @returns whether there is one that has the mark */
  readonly markRecording: () => Promise<boolean>
}

/** What was done, for whoever reads the response. */
export type DeckActions = Readonly<Record<DeckVerb, () => Promise<string>>>

export function deckActions({ panic, approvals, startVote, recordMark, markRecording }: DeckParts): DeckActions {
  const caller: Caller = { type: 'user', id: deck.id, name: deckName }
  return {
    async pause() {
      if (panic.state.on) return panic.state.pause ? 'Already paused.' : 'Already stopped.'
      panic.pause(deckName)
      return 'Paused.'
    },
    async resume() {
      const { on, pause } = panic.state
      if (!on) return 'Nothing was paused.'
      if (!pause) throw stopped
      panic.endPause(deckName)
      return 'Resumed.'
    },
    async deny() {
      const [oldest] = [...approvals.open()].sort((one, other) => one.askedAt.localeCompare(other.askedAt))
      if (!oldest) throw nothingWaits
      const answered = approvals.decideAsPerson({ id: oldest.id, decision: 'deny', person: deck })
      if (!answered.ok) throw answered.error
      return 'Denied.'
    },
    async vote() {
      if (!startVote) throw noVotes
      await startVote(caller)
      return 'The vote has started.'
    },
    async mark() {
      recordMark(caller)
      return (await markRecording()) ? 'Marked in the log and in the recording.' : 'Marked in the log.'
    },
  }
}

const stopped = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Everything is stopped, which is more than a pause.',
  suggestion: 'Resume in the Gatehouse window.',
})
const nothingWaits = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'No request is waiting.',
  suggestion: 'Press it while a request waits.',
})
const noVotes = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Votes are off.',
  suggestion: 'Switch them on in the settings, under Viewers.',
})

/**
 * Vote counts: how the votes of viewers are counted: by words in the chat, or by a poll of the platform.
 *
 * Guards invariant 7: a line of chat is looked at and dropped.
 */
import type { Platform } from '@shared/streaming/audience.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { arrivalMs, Ballot, type BallotTerms } from '../../policy/votes/ballot.js'
import type { RunningPoll } from '../ports.js'
import type { Audience } from './audience.js'

export interface RunningCount {
  readonly now: { readonly yes: number; readonly no: number; readonly isFull: boolean }
  /** Votes by platform. */
  readonly sources: Readonly<Partial<Record<Platform, number>>>
  end(): void
}

export interface CountListener {
  readonly onDidCount: () => void
  /** Not after `end`. */
  readonly onDidEnd: () => void
}

/** Votes that were sent in time arrive a little after the end, and count. */
export function askByWords(
  {
    audience,
    clock,
    onDidCount,
    onDidEnd,
  }: CountListener & { readonly audience: Pick<Audience, 'onDidReceive'>; readonly clock: Clock },
  terms: BallotTerms,
): RunningCount {
  const ballot = new Ballot(terms)
  const stopReceiving = audience.onDidReceive((line) => {
    if (ballot.cast(line, clock.now().getTime())) onDidCount()
  })
  const stopTimer = clock.after(terms.endsAt - terms.startsAt + arrivalMs, onDidEnd)
  return {
    get now() {
      const { votes, isFull } = ballot.tally
      return { ...yesAndNo(votes), isFull }
    },
    get sources() {
      return ballot.sources
    },
    end() {
      stopReceiving()
      stopTimer()
    },
  }
}

/** Milliseconds for the platform to say that its poll has ended. */
const pollEndMs = 10_000

export function askByPoll(
  poll: RunningPoll,
  platform: Platform,
  clock: Pick<Clock, 'after'>,
  seconds: number,
  { onDidCount, onDidEnd }: CountListener,
): RunningCount {
  let votes: readonly number[] = []
  let isOver = false
  const stopCounting = poll.onDidCount((counted) => {
    votes = counted
    onDidCount()
  })
  const finish = () => {
    if (!isOver) onDidEnd()
  }
  const stopTimer = clock.after(seconds * 1_000 + pollEndMs, finish)
  void poll.ended.then((result) => {
    if (result.kind !== 'lost') votes = result.votes
    finish()
  })
  return {
    get now() {
      return { ...yesAndNo(votes), isFull: false }
    },
    get sources() {
      const { yes, no } = yesAndNo(votes)
      return { [platform]: yes + no }
    },
    end() {
      if (isOver) return
      isOver = true
      stopCounting()
      stopTimer()
      void poll.end()
    },
  }
}

const yesAndNo = ([yes = 0, no = 0]: readonly number[]) => ({ yes, no })

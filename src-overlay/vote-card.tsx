/**
 * Vote card: what viewers are asked, how to answer, and what they say so far.
 *
 * Guards invariant 7: all sentences are our own; the words to write are the streamer's.
 */
import type { OverlayVote } from '@shared/features/overlay.js'
import { shareOf, voteSentenceOf } from '@shared/streaming/votes.js'
import { useEffect, useState } from 'react'
import { name, sentenceParts, type Translate } from '../src-renderer/sentences/sentence.js'
import { Icon } from '../src-renderer/ui/theme/icon.js'

export interface ShownVote extends OverlayVote {
  /** Milliseconds of `performance.now`, when it was received. */
  readonly since: number
}

/** Milliseconds between two looks at the time left. */
const tickMs = 250

const useSecondsLeft = ({ leftMs, since }: ShownVote): number => {
  const [now, setNow] = useState(() => performance.now())
  const isRunning = leftMs !== undefined
  useEffect(() => {
    if (!isRunning) return
    const ticks = setInterval(() => setNow(performance.now()), tickMs)
    return () => clearInterval(ticks)
  }, [isRunning])
  return Math.ceil(Math.max(0, (leftMs ?? 0) - Math.max(0, now - since)) / 1_000)
}

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const HowTo = ({ vote, say }: { readonly vote: ShownVote; readonly say: Translate }) => {
  if (vote.isPoll) return <span>{say('overlay.vote.poll')}</span>
  const values = { yes: name(vote.words.yes), no: name(vote.words.no) }
  return (
    <span>
      {sentenceParts({ key: 'overlay.vote.type', values, complete: true }, say).map((part, at) =>
        part.kind === 'name' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
          <bdi className="overlay-name" key={at}>
            {part.text}
          </bdi>
        ) : (
          part.text
        ),
      )}
    </span>
  )
}

const Foot = ({ vote, say }: { readonly vote: ShownVote; readonly say: Translate }) => {
  const { answer, leftMs, yes, no, isFull } = vote
  if (answer) {
    return (
      <p className="overlay-vote-foot" data-answer={answer}>
        <span>
          <Icon name={answer === 'approved' ? 'done' : 'refused'} /> {say(`overlay.vote.${answer}`)}
        </span>
      </p>
    )
  }
  const count = say(isFull ? 'overlay.vote.tooMany' : 'overlay.vote.votes', { count: yes + no })
  if (leftMs === undefined) {
    return (
      <p className="overlay-vote-foot">
        <span>{count}</span>
        <strong>{say('overlay.state.waiting')}</strong>
      </p>
    )
  }
  return (
    <p className="overlay-vote-foot">
      <HowTo vote={vote} say={say} />
      <span>
        {count} · <strong>{say('overlay.vote.decides')}</strong>
      </span>
    </p>
  )
}

export const VoteCard = ({ vote, say }: { readonly vote: ShownVote; readonly say: Translate }) => {
  const { yes, no, leftMs, question } = vote
  const seconds = useSecondsLeft(vote)
  const share = shareOf(vote)
  const hasVotes = yes + no > 0
  return (
    <section className="overlay-vote">
      <p className="overlay-vote-head">
        <span>
          <Icon name="vote" /> {say('overlay.vote.title')}
        </span>
        <strong>
          {leftMs === undefined ? say('overlay.vote.ended') : say('overlay.vote.left', { time: clockOf(seconds) })}
        </strong>
      </p>
      <p className="overlay-vote-question">{say(`vote.question.${voteSentenceOf(question)}`)}</p>
      <div className="overlay-vote-bar">
        <i className="yes" style={{ flexGrow: hasVotes ? yes : 1 }} />
        <i className="no" style={{ flexGrow: hasVotes ? no : 1 }} />
        <span>
          {say('vote.yes')} {hasVotes && `${share} %`}
        </span>
        <span>
          {say('vote.no')} {hasVotes && `${100 - share} %`}
        </span>
      </div>
      <Foot vote={vote} say={say} />
    </section>
  )
}

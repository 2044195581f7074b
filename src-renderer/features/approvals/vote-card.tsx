/**
 * Vote card: offers to ask the viewers about a request, and shows what they say.
 *
 * Guards invariant 6: it has no button that approves. It has the same height in every state, so that no other button moves
 * under the pointer when a vote starts or ends.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import { isRunning, shareOf, type Vote, type VotesState, voteQuestionOf } from '@shared/streaming/votes.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { votes as votesFeed } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import { secondsUntil, useNow } from '../../ui/time/clock.js'
import './vote-card.css'

export const VoteCard = ({ question }: { readonly question: OpenApproval }) => {
  const state = votesFeed.use(({ value }) => value)
  const { vote } = state
  if (vote?.approvalId === question.id) return <CurrentVote vote={vote} question={question} />
  const canAsk = state.enabled && state.isOnline && !(vote && isRunning(vote)) && voteQuestionOf(question)
  return canAsk ? <VoteOffer state={state} question={question} /> : null
}

interface VoteOfferProps {
  readonly state: VotesState
  readonly question: OpenApproval
}

const VoteOffer = ({ state, question }: VoteOfferProps) => {
  const { t } = useTranslation()
  const { error, busy, send } = useRequest()
  return (
    <section className="vote-card" aria-label={t('votes.title')}>
      <p className="vote-card-head">
        <Icon name="vote" />
        <strong>{t('votes.offer')}</strong>
        <Button size="s" disabled={busy} onClick={() => void send(attempt('votes:start', { id: question.id }))}>
          {t('votes.start')}
        </Button>
      </p>
      <p className="vote-card-text">{t('votes.offerText', { count: state.seconds })}</p>
      {error && <ErrorNote title={t('votes.failed')} error={error} />}
    </section>
  )
}

interface CurrentVoteProps {
  readonly vote: Vote
  readonly question: OpenApproval
}

const CurrentVote = ({ vote, question }: CurrentVoteProps) => {
  const { t } = useTranslation()
  const { send } = useRequest()
  const seconds = secondsUntil(vote.endsAt, useNow())
  const running = isRunning(vote)
  const count = vote.yes + vote.no
  const share = shareOf(vote)
  const values = { share, count }
  const says = t(count === 0 ? 'votes.none' : running ? 'votes.says' : 'votes.said', values)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <section className="vote-card" aria-label={t('votes.title')}>
      <p className="vote-card-head">
        <Icon name="vote" />
        <strong>{says}</strong>
        {running && (
          <Button size="s" onClick={() => void send(attempt('votes:end'))}>
            {t('votes.end')}
          </Button>
        )}
      </p>
      <svg className="vote-card-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className={count === 0 ? 'none' : 'no'} width="100" height="8" />
        <rect className="yes" width={share} height="8" />
      </svg>
      <p className="vote-card-text">{running ? t('votes.left', { time }) : t(endedKey(vote, question))}</p>
      <span className="visually-hidden" role="status">
        {running ? t('votes.started') : `${t('votes.ended')} ${says}`}
      </span>
    </section>
  )
}

/** What became of a vote that has ended. */
const endedKey = ({ result, counted }: Vote, { needed }: OpenApproval): string => {
  if (counted) return 'votes.counted'
  if (result?.why === 'too-few') return 'votes.tooFew'
  if (result?.why === 'too-many') return 'votes.tooMany'
  return needed > 1 ? 'votes.ended' : 'votes.seen'
}

/** Waiting cards: the two oldest requests. They can be denied here; approving needs the facts of the pop-up. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { approvals, inputs } from '../../state/feeds.js'
import { useMayAnswer } from '../../state/gateway.js'
import { goTo } from '../../state/navigation.js'
import { useQuestionActions } from '../../state/question-actions.js'
import { AnswerButtons } from '../../ui/buttons/answer-buttons.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Avatar } from '../../ui/names/avatar.js'
import { RiskBadge } from '../../ui/names/risk-badge.js'
import { ServerName } from '../../ui/names/server-name.js'
import { Icon } from '../../ui/theme/icon.js'
import { secondsUntil, useNow } from '../../ui/time/clock.js'
import { formatSeconds } from '../../ui/time/use-duration.js'

const mostCards = 2

const Card = ({ question }: { readonly question: OpenApproval }) => {
  const mayAnswer = useMayAnswer(question)
  const { t } = useTranslation()
  const now = useNow()
  const { busy, error, deny, review } = useQuestionActions(question.id)
  const left = t('asks.left', { time: formatSeconds(secondsUntil(question.expiresAt, now)) })
  return (
    <li className={`waiting-card ${question.risk}`}>
      <Avatar caller={question.caller} size="s" alarm={question.risk === 'critical'} />
      <p className="waiting-card-words">
        <SentenceText sentence={callSentence(question, 'asks', question.capabilityName)} limit={80} />
      </p>
      <div className="waiting-card-facts">
        <RiskBadge risk={question.risk} size="short" />
        <ServerName server={question.server} />
        <span>· {question.held ? t('asks.held') : left}</span>
      </div>
      {mayAnswer && <AnswerButtons className="waiting-card-answers" busy={busy} onDeny={deny} onReview={review} />}
      {error && <ErrorNote error={error} />}
    </li>
  )
}

export const WaitingCards = () => {
  const { t } = useTranslation()
  const open = approvals.use((feed) => feed.value)
  const count = open.length + inputs.use((feed) => feed.value.length)
  const cards = [...open].sort((one, other) => Date.parse(one.askedAt) - Date.parse(other.askedAt)).slice(0, mostCards)
  if (count === 0) {
    return (
      <p className="waiting-none" role="status">
        <Icon name="done" className="tone-go" /> {t('home.noneWaiting')}
      </p>
    )
  }
  return (
    <section className="waiting-requests" aria-labelledby="home-waiting">
      <div className="waiting-head">
        <h2 id="home-waiting">
          {t('home.waiting')} <small>{count}</small>
        </h2>
        <span className="visually-hidden" role="status">
          {t('approvals.waiting', { count })}
        </span>
        {count > cards.length && (
          <Button size="s" tone="quiet" onClick={() => goTo({ screen: 'approvals' })}>
            {t('home.moreWaiting', { count: count - cards.length })}
          </Button>
        )}
      </div>
      <ul className="waiting-cards">
        {cards.map((question) => (
          <Card key={question.id} question={question} />
        ))}
      </ul>
    </section>
  )
}

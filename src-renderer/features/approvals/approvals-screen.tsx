/** Approvals: every question that waits for a person. Approving happens in the pop-up alone; denying may happen here. */
import { useTranslation } from 'react-i18next'
import type { OpenApproval } from '../../../src-main/contract/approval.js'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { approvals } from '../../state/feeds.js'
import { useAnswers } from '../../state/use-answers.js'
import { AnswerButtons } from '../../ui/answer-buttons.js'
import { Avatar } from '../../ui/avatar.js'
import { callerNote } from '../../ui/caller-note.js'
import { CountdownRing } from '../../ui/countdown-ring.js'
import { EmptyState } from '../../ui/empty-state.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { Name } from '../../ui/name.js'
import { RiskBadge } from '../../ui/risk-badge.js'
import { Screen } from '../../ui/screen.js'
import { waiting } from './question-queue.js'
import './approvals-screen.css'

const Question = ({ question }: { readonly question: OpenApproval }) => {
  const { t } = useTranslation()
  const { busy, error, deny, review } = useAnswers(question.id)
  return (
    <li className="approval-card">
      <Avatar caller={question.caller} alarm={question.risk === 'critical'} />
      <div className="approval-card-words">
        <h2>
          <SentenceText sentence={callSentence(question, 'question', question.capabilityName)} expandable />
        </h2>
        <div className="approval-card-who">
          <Name text={question.caller.name} note={callerNote(question.caller, t)} />
          <span aria-hidden="true">·</span>
          <Name text={question.server.name} />
        </div>
        {error && <ErrorNote error={error} />}
      </div>
      <RiskBadge risk={question.risk} />
      <CountdownRing from={question.askedAt} until={question.expiresAt} />
      <AnswerButtons className="approval-card-answers" busy={busy} onDeny={deny} onReview={review} />
    </li>
  )
}

export const ApprovalsScreen = () => {
  const { t } = useTranslation()
  const { value, status } = approvals.use()
  const questions = waiting(value)
  return (
    <Screen title={t('nav.approvals')} status={status}>
      {questions.length === 0 ? (
        <EmptyState
          art={<Icon name="shield" size={24} />}
          title={t('approvals.emptyTitle')}
          text={t('approvals.emptyText')}
        />
      ) : (
        <ul className="approval-cards">
          {questions.map((question) => (
            <Question key={question.id} question={question} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

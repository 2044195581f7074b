/** Approvals: every waiting request. It can be denied here; it is approved in the pop-up only. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskingPauses } from '../../connect/asking-pauses.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { approvals, inputs } from '../../state/feeds.js'
import { useMayAnswer } from '../../state/gateway.js'
import { useQuestionActions } from '../../state/question-actions.js'
import { AnswerButtons } from '../../ui/buttons/answer-buttons.js'
import { Screen } from '../../ui/layout/screen.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Avatar } from '../../ui/names/avatar.js'
import { CallerName } from '../../ui/names/caller-name.js'
import { callerNote } from '../../ui/names/caller-note.js'
import { ServerName } from '../../ui/names/server-name.js'
import { Icon } from '../../ui/theme/icon.js'
import { CountdownRing } from '../../ui/time/countdown-ring.js'
import { ApprovalsTabs } from './approvals-tabs.js'
import { useBuild } from './build/use-build.js'
import { InputCard } from './inputs/input-card.js'
import { describeRequest, maxWordLength, QuestionFacts } from './question-facts.js'
import { waiting } from './question-queue.js'
import { RiskLine } from './risk-line.js'
import './approvals-screen.css'

interface QuestionProps {
  readonly question: OpenApproval
  readonly startsOpen: boolean
}

const Question = ({ question, startsOpen }: QuestionProps) => {
  const mayAnswer = useMayAnswer(question)
  const { t } = useTranslation()
  const { busy, error, deny, review } = useQuestionActions(question.id)
  const [open, setOpen] = useState(startsOpen)
  const { sentence, change } = useMemo(() => describeRequest(question), [question])
  const build = useBuild(open ? question : undefined)
  const suffix = `-${question.id}`
  return (
    <li className="approval-card">
      <Avatar caller={question.caller} alarm={question.risk === 'critical'} />
      <div className="approval-card-words">
        <h2>
          <SentenceText sentence={sentence} limit={maxWordLength} expandable />
        </h2>
        <div className="approval-card-who">
          <CallerName caller={question.caller} note={callerNote(question.caller, t)} />
          <span aria-hidden="true">·</span>
          <ServerName server={question.server} />
          <button
            type="button"
            className="approval-card-more"
            aria-expanded={open}
            aria-controls={`more${suffix}`}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={12} />
            {t('stack.more')}
          </button>
        </div>
        <RiskLine question={question} />
        {error && <ErrorNote error={error} />}
      </div>
      <CountdownRing from={question.askedAt} until={question.expiresAt} />
      {mayAnswer && <AnswerButtons className="approval-card-answers" busy={busy} onDeny={deny} onReview={review} />}
      <div className="approval-card-facts" id={`more${suffix}`} hidden={!open}>
        {open && (
          <QuestionFacts question={question} sentence={sentence} change={change} build={build} suffix={suffix} />
        )}
      </div>
    </li>
  )
}

export const ApprovalsScreen = () => {
  const { t } = useTranslation()
  const { value, status } = approvals.use()
  const questions = waiting(value)
  const requests = inputs.use((feed) => feed.value)
  return (
    <Screen title={t('nav.approvals')} status={status} bar={<ApprovalsTabs tab="requests" />}>
      <AskingPauses />
      {questions.length + requests.length === 0 ? (
        <EmptyState
          art={<Icon name="shield" size={24} />}
          title={t('approvals.emptyTitle')}
          text={t('approvals.emptyText')}
        />
      ) : (
        <ul className="approval-cards">
          {questions.map((question) => (
            <Question key={question.id} question={question} startsOpen={questions.length === 1} />
          ))}
          {requests.map((request) => (
            <InputCard key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

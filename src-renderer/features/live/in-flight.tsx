/** In flight: the calls that the gateway is processing, and the progress of each. */

import type { CallInFlight } from '@contract/call.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { approvals } from '../../state/feeds.js'
import { useQuestionActions } from '../../state/question-actions.js'
import { AnswerButtons } from '../../ui/buttons/answer-buttons.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Avatar } from '../../ui/names/avatar.js'
import { RiskBadge } from '../../ui/names/risk-badge.js'
import { tenths, useNumbers } from '../../ui/text/use-numbers.js'
import { secondsSince, secondsUntil, useNow } from '../../ui/time/clock.js'
import { formatSeconds } from '../../ui/time/use-duration.js'
import { phasesOf } from './call-phases.js'
import { PhaseList } from './phase-list.js'

const QuestionButtons = ({ id }: { readonly id: string }) => {
  const { busy, error, deny, review } = useQuestionActions(id)
  return (
    <>
      {error && <ErrorNote error={error} />}
      <AnswerButtons className="in-flight-answers" busy={busy} onDeny={deny} onReview={review} />
    </>
  )
}

const Waiting = ({ approvalId, startedAt }: { readonly approvalId: string; readonly startedAt: string }) => {
  const { t } = useTranslation()
  const now = useNow()
  const question = approvals.use((feed) => feed.value.find((open) => open.id === approvalId))
  const words = question
    ? t('asks.left', { time: formatSeconds(secondsUntil(question.expiresAt, now)) })
    : t('asks.since', { time: formatSeconds(secondsSince(startedAt, now)) })
  return <span>{question?.held ? t('asks.held') : words}</span>
}

type WaitingCall = CallInFlight & { readonly approvalId: string }

const waitsForPerson = (call: CallInFlight): call is WaitingCall =>
  call.stage === 'waiting-for-person' && call.approvalId !== undefined

export const FlightCard = ({ call }: { readonly call: CallInFlight }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const tenth = useNumbers(tenths)
  const now = useNow()
  const waits = waitsForPerson(call)
  const seconds = Math.max(0, (now - Date.parse(call.startedAt)) / 1000) || 0
  return (
    <li className="flight-card">
      <div className="flight-card-head">
        <Avatar caller={call.caller} size="s" alarm={call.risk === 'critical'} />
        <span className="flight-card-title">
          <SentenceText sentence={callSentence(call, 'title', nameOf(call.server?.id, call.capabilityId))} limit={80} />
        </span>
        {waits && call.risk ? (
          <RiskBadge risk={call.risk} size="short" />
        ) : (
          <span className="flight-card-time mono" title={t(`flight.stage.${call.stage}`)}>
            {t('time.shortSeconds', { seconds: tenth(seconds) })}
          </span>
        )}
      </div>
      {call.steps && (
        <PhaseList
          phases={phasesOf(call.steps, false)}
          waits={waits}
          notes={
            waitsForPerson(call) ? { decide: <Waiting approvalId={call.approvalId} startedAt={call.startedAt} /> } : {}
          }
        />
      )}
      {waitsForPerson(call) && <QuestionButtons id={call.approvalId} />}
    </li>
  )
}

/** In flight: the calls on their way through the gateway, and how far each has come. */
import { useTranslation } from 'react-i18next'
import type { CallInFlight } from '../../../src-main/contract/call.js'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { approvals } from '../../state/feeds.js'
import { useAnswers } from '../../state/use-answers.js'
import { AnswerButtons } from '../../ui/answer-buttons.js'
import { Avatar } from '../../ui/avatar.js'
import { secondsSince, secondsUntil, useNow } from '../../ui/clock.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { RiskBadge } from '../../ui/risk-badge.js'

const Answers = ({ id }: { readonly id: string }) => {
  const { busy, error, deny, review } = useAnswers(id)
  return (
    <>
      {error && <ErrorNote error={error} />}
      <AnswerButtons className="in-flight-answers" busy={busy} onDeny={deny} onReview={review} />
    </>
  )
}

const Waiting = ({ call, approvalId }: { readonly call: CallInFlight; readonly approvalId: string }) => {
  const { t } = useTranslation()
  const now = useNow()
  const question = approvals.use((feed) => feed.value.find((open) => open.id === approvalId))
  const seconds = question ? secondsUntil(question.expiresAt, now) : secondsSince(call.startedAt, now)
  return (
    <>
      <ol className="in-flight-steps">
        <li>
          <Icon name="done" size={12} className="tone-go" />
          {t('flight.checked')}
        </li>
        <li className="now">
          <span className="in-flight-ring" />
          {t('flight.waiting')}
          <span className="mono">{t('time.seconds', { count: seconds })}</span>
        </li>
        <li className="later">{t('flight.then')}</li>
      </ol>
      <Answers id={approvalId} />
    </>
  )
}

export const FlightCard = ({ call }: { readonly call: CallInFlight }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const now = useNow()
  const waits = call.stage === 'waiting-for-person' && call.approvalId !== undefined
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
            {t('time.shortSeconds', { seconds: seconds.toFixed(1) })}
          </span>
        )}
      </div>
      {waits && call.approvalId !== undefined && <Waiting call={call} approvalId={call.approvalId} />}
    </li>
  )
}

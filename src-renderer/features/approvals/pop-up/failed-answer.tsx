/** Failed answer: shows that a decision was not accepted, and for which question. */
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../../sentences/call-sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import type { FailedDecision } from './use-decision.js'

export interface FailedAnswerProps {
  readonly failed: FailedDecision
  /** The question is no longer on the screen: name it. */
  readonly alone: boolean
}

export const FailedAnswer = ({ failed, alone }: FailedAnswerProps) => {
  const { t } = useTranslation()
  const { question, decision, error } = failed
  const about = alone && <SentenceText sentence={callSentence(question, 'title', question.capabilityName)} limit={80} />
  return (
    <div className="pop-up-failed">
      <ErrorNote about={about} title={t(`popUp.failed.${decision}`)} error={error} />
    </div>
  )
}

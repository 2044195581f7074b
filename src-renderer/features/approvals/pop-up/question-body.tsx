/** Question body: what would happen, what changes, what the caller says, what cannot be taken back. */
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenApproval } from '../../../../src-main/contract/approval.js'
import { callSentence } from '../../../sentences/call-sentence.js'
import { changeOf } from '../../../sentences/change.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { Icon } from '../../../ui/icon.js'
import { LongText } from '../../../ui/long-text.js'
import { visibleText } from '../../../ui/visible-text.js'
import { ChangeCard } from './change-card.js'
import { Details } from './details.js'

export interface QuestionBodyProps {
  readonly question: OpenApproval
  readonly heading: Ref<HTMLHeadingElement>
}

export const QuestionBody = ({ question, heading }: QuestionBodyProps) => {
  const { t } = useTranslation()
  const sentence = callSentence(question, 'question', question.capabilityName)
  const change = changeOf(question)
  const kept = question.before !== undefined
  return (
    <>
      <h1 id="question" tabIndex={-1} ref={heading}>
        <SentenceText sentence={sentence} limit={160} expandable ticks={change === undefined} />
      </h1>
      {change && <ChangeCard change={change} />}
      {question.reason !== undefined && question.reason.trim() !== '' && (
        <figure className="pop-up-quote">
          <blockquote>
            {t('quote.open')}
            <LongText text={visibleText(question.reason)} limit={280} expandable />
            {t('quote.close')}
          </blockquote>
          <figcaption>{t(question.caller.type === 'model' ? 'popUp.modelWords' : 'popUp.callerWords')}</figcaption>
        </figure>
      )}
      <ul className="pop-up-facts" id="facts">
        <li className={kept ? 'kept' : 'final'}>
          <Icon name={kept ? 'note' : 'final'} />
          <span>{t(kept ? 'popUp.beforeKept' : 'popUp.noUndo')}</span>
        </li>
        {question.riskReason && (
          <li className="risk">
            <Icon name="warning" />
            <span>
              <LongText text={visibleText(question.riskReason)} limit={200} expandable />
            </span>
          </li>
        )}
      </ul>
      <Details question={question} startsOpen={!sentence.complete} />
    </>
  )
}

/** Question body: what would happen, what changes, what the caller says, what cannot be taken back. */
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenApproval } from '../../../../src-main/contract/approval.js'
import { callSentence } from '../../../sentences/call-sentence.js'
import { changeOf } from '../../../sentences/change.js'
import { riskReasonOf } from '../../../sentences/core-words.js'
import { fits } from '../../../sentences/sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { Icon } from '../../../ui/icon.js'
import { LongText } from '../../../ui/long-text.js'
import { visibleText } from '../../../ui/visible-text.js'
import { ChangeCard } from './change-card.js'
import { Details } from './details.js'
import { RaisedBy } from './raised-by.js'
import { undoWordsOf } from './undo-words.js'

/** Characters shown of each word of the question. */
const longestWord = 160
/** As long as main lets a reason be: it is always quoted in full. */
const longestReason = 512

export interface QuestionBodyProps {
  readonly question: OpenApproval
  readonly heading: Ref<HTMLHeadingElement>
}

export const QuestionBody = ({ question, heading }: QuestionBodyProps) => {
  const { t } = useTranslation()
  const sentence = callSentence(question, 'question', question.capabilityName)
  const change = changeOf(question)
  const risk = riskReasonOf(question.capabilityId, question.riskReason)
  const { undo } = question
  return (
    <>
      <h1 id="question" tabIndex={-1} ref={heading}>
        <SentenceText sentence={sentence} limit={longestWord} expandable ticks={change === undefined} />
      </h1>
      {change && <ChangeCard change={change} />}
      {question.reason !== undefined && question.reason.trim() !== '' && (
        <figure className="pop-up-quote">
          <blockquote>
            {t('quote.open')}
            <LongText text={visibleText(question.reason)} limit={longestReason} expandable />
            {t('quote.close')}
          </blockquote>
          <figcaption>{t(question.caller.type === 'model' ? 'popUp.modelWords' : 'popUp.callerWords')}</figcaption>
        </figure>
      )}
      <ul className="pop-up-facts" id="facts">
        {undo && (
          <li className={undo.possible ? 'kept' : 'final'}>
            <Icon name={undo.possible ? 'note' : 'final'} />
            <span>{t(undoWordsOf(undo))}</span>
          </li>
        )}
        {(risk.key !== undefined || risk.text !== undefined) && (
          <li className="risk">
            <Icon name="warning" />
            <span>
              {risk.key !== undefined && <span className="pop-up-risk">{t(risk.key)}</span>}
              {risk.text !== undefined && <LongText text={visibleText(risk.text)} limit={200} expandable />}
            </span>
          </li>
        )}
        {question.raisedBy && <RaisedBy reasons={question.raisedBy} />}
      </ul>
      <Details question={question} startsOpen={!sentence.complete || !fits(sentence, longestWord)} />
    </>
  )
}

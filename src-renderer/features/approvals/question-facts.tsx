/** Question facts: the changes, the caller's reason, what can't be undone, the risk, and the exact arguments. */

import type { JsonObject } from '@contract/call.js'
import { coverageOf, isBroad } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, OpenApproval } from '@shared/approvals/approval.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { maskSecrets } from '@shared/text/secret-names.js'
import { riskReasonOf } from '@shared/words/core-words.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { changeOf, type ValueChange } from '../../sentences/change.js'
import { ChangeCard } from '../../sentences/change-card.js'
import { FactList } from '../../sentences/fact-list.js'
import { factsOf } from '../../sentences/facts.js'
import { reachOf, siteOf } from '../../sentences/reach.js'
import { ReachMap } from '../../sentences/reach-map.js'
import { fits, type Sentence } from '../../sentences/sentence.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { AskedBecause } from './asked-because.js'
import { Details } from './details.js'
import { RaisedBy } from './raised-by.js'
import { undoTextKey } from './undo-text.js'
import './question-facts.css'

/** Maximum characters shown of each value of the question. */
export const maxWordLength = 160
/** The maximum length of a reason in main, so that it is always quoted in full. */
const maxReasonLength = 512

export interface DescribedRequest {
  readonly sentence: Sentence
  readonly change: ValueChange | undefined
}

export const describeRequest = (question: OpenApproval): DescribedRequest => ({
  sentence: callSentence(question, 'question', question.capabilityName),
  change: changeOf(question),
})

/** Whether the sentence alone describes the whole call. */
export const isCompleteSentence = (sentence: Sentence): boolean => sentence.complete && fits(sentence, maxWordLength)

/** A teleport whose starting place could not be read. */
const isTeleportFromUnknown = ({ capabilityId, before }: OpenApproval): boolean =>
  capabilityId === 'player.teleport' && before === undefined

/** Label above the reason; requests of Gatehouse itself are labelled as such. */
const reasonLabel = ({ caller }: OpenApproval): string => {
  const own = ownCaller(caller)
  if (own !== undefined) return `asks.words.${own}`
  return caller.type === 'model' ? 'popUp.modelWords' : 'popUp.callerWords'
}

export interface QuestionFactsProps extends DescribedRequest {
  readonly question: OpenApproval
  /** What the answer covers at the moment, where a person can choose it. */
  readonly scope?: AnswerScope
  /** Makes ids unique when a page has several questions. */
  readonly suffix?: string
}

export const QuestionFacts = ({ question, sentence, change, scope, suffix = '' }: QuestionFactsProps) => {
  const { t } = useTranslation()
  const risk = riskReasonOf(question.capabilityId, question.riskReason)
  const { undo } = question
  const facts = sentence.complete ? [] : factsOf(maskSecrets(question.arguments).value as JsonObject, question.reason)
  const site = scope && siteOf(question.arguments)
  const reach = scope && reachOf(coverageOf(scope, question), isBroad(scope, question))
  const map = site && reach && <ReachMap site={site} reach={reach} server={question.server} />
  return (
    <div className="question-facts">
      {change && (
        <ChangeCard change={change} reach={reach}>
          {change.kind !== 'place' && map}
        </ChangeCard>
      )}
      {isTeleportFromUnknown(question) && <p className="question-unread">{t('journey.unknownFrom')}</p>}
      {facts.length > 0 && <FactList facts={facts} {...(question.labels && { labels: question.labels })} />}
      {!change && map}
      {question.reason !== undefined && question.reason.trim() !== '' && (
        <figure className="question-quote">
          <blockquote>
            {t('quote.open')}
            <LongText
              text={
                ownCaller(question.caller) === 'practice' ? t('caller.practice.reason') : visibleText(question.reason)
              }
              limit={maxReasonLength}
              expandable
            />
            {t('quote.close')}
          </blockquote>
          <figcaption>{t(reasonLabel(question))}</figcaption>
        </figure>
      )}
      <ul className="question-marks" id={`facts${suffix}`}>
        {undo && (
          <li className={undo.possible ? 'kept' : 'final'}>
            <Icon name={undo.possible ? 'undo' : 'final'} />
            <span>{t(undoTextKey(undo))}</span>
          </li>
        )}
        {(risk.key !== undefined || risk.text !== undefined) && (
          <li className="risk">
            <Icon name="warning" />
            <span>
              {risk.key !== undefined && <span className="question-risk">{t(risk.key)}</span>}
              {risk.text !== undefined && <LongText text={visibleText(risk.text)} limit={200} expandable />}
            </span>
          </li>
        )}
        <AskedBecause question={question} />
        {question.raisedBy && <RaisedBy reasons={question.raisedBy} id={`raised${suffix}`} />}
      </ul>
      <Details question={question} startsOpen={!isCompleteSentence(sentence)} suffix={suffix} />
    </div>
  )
}

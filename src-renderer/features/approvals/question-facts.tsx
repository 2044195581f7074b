/** Question facts: what changes, what the caller says, what cannot be taken back, why it is dangerous, and exactly what would be sent. */
import { useTranslation } from 'react-i18next'
import { coverageOf, isBroad } from '../../../src-main/contract/answer-choice.js'
import type { AnswerScope, OpenApproval } from '../../../src-main/contract/approval.js'
import type { JsonObject } from '../../../src-main/contract/call.js'
import { riskReasonOf } from '../../../src-main/contract/core-words.js'
import { ownCaller } from '../../../src-main/contract/own-callers.js'
import { maskSecrets } from '../../../src-main/contract/secret-names.js'
import { callSentence } from '../../sentences/call-sentence.js'
import { type Change, changeOf } from '../../sentences/change.js'
import { ChangeCard } from '../../sentences/change-card.js'
import { FactList } from '../../sentences/fact-list.js'
import { factsOf } from '../../sentences/facts.js'
import { reachOf, siteOf } from '../../sentences/reach.js'
import { ReachMap } from '../../sentences/reach-map.js'
import { fits, type Sentence } from '../../sentences/sentence.js'
import { Icon } from '../../ui/icon.js'
import { LongText } from '../../ui/long-text.js'
import { visibleText } from '../../ui/visible-text.js'
import { Details } from './details.js'
import { RaisedBy } from './raised-by.js'
import { undoWordsOf } from './undo-words.js'
import './question-facts.css'

/** Characters shown of each word of the question. */
export const longestWord = 160
/** As long as main lets a reason be: it is always quoted in full. */
const longestReason = 512

export interface ToldQuestion {
  readonly sentence: Sentence
  readonly change: Change | undefined
}

export const toldQuestion = (question: OpenApproval): ToldQuestion => ({
  sentence: callSentence(question, 'question', question.capabilityName),
  change: changeOf(question),
})

/** Whether the sentence alone says all there is to the call. */
export const tellsAll = (sentence: Sentence): boolean => sentence.complete && fits(sentence, longestWord)

/** Somebody would be moved from a place that nobody could read. */
const isUnreadJourney = ({ capabilityId, before }: OpenApproval): boolean =>
  capabilityId === 'player.teleport' && before === undefined

/** Whose words the quoted reason is: what Gatehouse plays itself is passed off as nobody else's. */
const whoseWords = ({ caller }: OpenApproval): string => {
  const own = ownCaller(caller)
  if (own !== undefined) return `asks.words.${own}`
  return caller.type === 'model' ? 'popUp.modelWords' : 'popUp.callerWords'
}

export interface QuestionFactsProps extends ToldQuestion {
  readonly question: OpenApproval
  /** What the answer covers at the moment, where a person can choose it. */
  readonly scope?: AnswerScope
  /** Keeps ids apart where several questions stand on a page. */
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
      {isUnreadJourney(question) && <p className="question-unread">{t('journey.unknownFrom')}</p>}
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
              limit={longestReason}
              expandable
            />
            {t('quote.close')}
          </blockquote>
          <figcaption>{t(whoseWords(question))}</figcaption>
        </figure>
      )}
      <ul className="question-marks" id={`facts${suffix}`}>
        {undo && (
          <li className={undo.possible ? 'kept' : 'final'}>
            <Icon name={undo.possible ? 'undo' : 'final'} />
            <span>{t(undoWordsOf(undo))}</span>
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
        {question.raisedBy && <RaisedBy reasons={question.raisedBy} id={`raised${suffix}`} />}
      </ul>
      <Details question={question} startsOpen={!tellsAll(sentence)} suffix={suffix} />
    </div>
  )
}

/**
 * Question facts: the changes, the text that was read, the caller's reason, what an undo brings back, and the exact
 * arguments.
 */

import type { JsonObject } from '@contract/call.js'
import { coverageOf, hasChoice, isBroad } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, OpenApproval } from '@shared/approvals/approval.js'
import { riskLineOf } from '@shared/approvals/risk-line.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { maskSecrets } from '@shared/text/secret-names.js'
import { coreNameKey } from '@shared/words/core-words.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { changeOf, type ValueChange } from '../../sentences/change.js'
import { ChangeCard } from '../../sentences/change-card.js'
import { FactList } from '../../sentences/fact-list.js'
import { factsOf } from '../../sentences/facts.js'
import { type Reach, reachOf, type Site, siteOf, sizeOf } from '../../sentences/reach.js'
import { ReachMap } from '../../sentences/reach-map.js'
import { fits, type Sentence } from '../../sentences/sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { undoSentence } from '../../sentences/undo-sentence.js'
import { callerName } from '../../ui/names/caller-name.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { BuildFacts } from './build/build-facts.js'
import { mayReachOut } from './build/known-build.js'
import type { RequestedBuild } from './build/use-build.js'
import { Details } from './details.js'
import { hasHiddenWords, reasonsForPlayers } from './hidden-words.js'
import { ReadTextQuote } from './read-text.js'
import { ReasonText } from './risk-line.js'
import { VoteCard } from './vote-card.js'
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

/** Whose words the reason is; requests of Gatehouse itself are labelled as such. */
const reasonLabel = ({ caller, capabilityId }: OpenApproval, t: TFunction): string => {
  const own = ownCaller(caller)
  if (own !== undefined) return t(`asks.words.${own}`)
  const key = reasonsForPlayers.includes(capabilityId) ? 'popUp.wordsToPlayer' : 'popUp.words'
  return t(key, { caller: visibleText(callerName(caller, t)) })
}

const Reason = ({ question }: { readonly question: OpenApproval }) => {
  const { t } = useTranslation()
  const { reason = '', caller } = question
  if (reason.trim() === '') return null
  const text = ownCaller(caller) === 'practice' ? t('caller.practice.reason') : visibleText(reason)
  return (
    <figure className="question-quote">
      <blockquote>
        {t('quote.open')}
        <LongText text={text} limit={maxReasonLength} expandable />
        {t('quote.close')}
      </blockquote>
      <figcaption>
        <bdi>{reasonLabel(question, t)}</bdi>
      </figcaption>
    </figure>
  )
}

/** A map of one block shows nothing that its position does not say. */
const isOneBlock = (site: Site, reach: Reach): boolean => reach.kind === 'exactly' && sizeOf(site) === 1

export interface QuestionFactsProps extends DescribedRequest {
  readonly question: OpenApproval
  /** What the answer covers at the moment, where a person can choose it. */
  readonly scope?: AnswerScope
  /** Of a build: its preview. */
  readonly build?: RequestedBuild | undefined
  /** Makes ids unique when a page has several questions. */
  readonly suffix?: string
}

export const QuestionFacts = ({ question, sentence, change, scope, build, suffix = '' }: QuestionFactsProps) => {
  const { t } = useTranslation()
  const { undo, readText } = question
  const facts = sentence.complete ? [] : factsOf(maskSecrets(question.arguments).value as JsonObject, question.reason)
  // Data without a better form stands in the details, which are open then.
  const readable = facts.filter(({ value }) => value.kind !== 'data')
  const site = scope && siteOf(question.arguments)
  const reach = scope && reachOf(coverageOf(scope, question), isBroad(scope, question))
  const map = site && reach && !isOneBlock(site, reach) && (
    <ReachMap site={site} reach={reach} server={question.server} />
  )
  // What was there is known, so that all of it can be brought back.
  const isWhole = undo?.possible === true && build?.view?.facts.unknown.length === 0
  const wholeUndo = build?.view && mayReachOut(build.view.facts) ? 'building.undoBlocks' : 'building.undo'
  // What a picture shows is not read a second time.
  const isPlanOpen = build
    ? build.view === undefined && build.error !== undefined && !build.isRefused
    : !isCompleteSentence(sentence)
  const words = (
    <>
      <VoteCard question={question} />
      {readText && <ReadTextQuote read={readText} />}
      <Reason question={question} />
      {riskLineOf(question).also.map((reason) => (
        <p className="question-also" key={reason.key ?? reason.text}>
          <Icon name="warning" size={14} />
          <span>
            <ReasonText reason={reason} />
          </span>
        </p>
      ))}
      <Details
        question={question}
        key={isPlanOpen ? 'open' : 'closed'}
        startsOpen={isPlanOpen || hasHiddenWords(question)}
        suffix={suffix}
      >
        <span id={`undo${suffix}`} className={undo?.possible === false ? 'question-undo final' : 'question-undo'}>
          {undo && !build?.isRefused && (
            <>
              <Icon name={undo.possible ? 'undo' : 'final'} size={14} />
              <span>{isWhole ? t(wholeUndo) : <SentenceText sentence={undoSentence(question, undo)} />}</span>
            </>
          )}
        </span>
      </Details>
    </>
  )
  if (build)
    return (
      <BuildFacts build={build} isLow={scope !== undefined && (hasChoice(question) || readText !== undefined)}>
        {words}
      </BuildFacts>
    )
  return (
    <div className="question-facts">
      {change && (
        <ChangeCard change={change} reach={reach}>
          {change.kind !== 'place' && map}
        </ChangeCard>
      )}
      {isTeleportFromUnknown(question) && <p className="question-unread">{t('journey.unknownFrom')}</p>}
      {readable.length > 0 && (
        <FactList
          facts={readable}
          isOurs={coreNameKey(question.capabilityId) !== undefined}
          {...(question.labels && { labels: question.labels })}
        />
      )}
      {!change && map}
      {words}
    </div>
  )
}

/**
 * Scope rows: what an approval covers, narrowest first, and how long it lasts.
 *
 * Guards "no answer covers more than its words": every choice is shown in full, and the first of each is the default.
 */

import { isBroad, offeredDurations, withCoverage, withDuration } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, OpenApproval } from '@shared/approvals/approval.js'
import { useTranslation } from 'react-i18next'
import { coverageSentence } from '../../../sentences/coverage-sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { callerName } from '../../../ui/names/caller-name.js'
import { RiskBadge } from '../../../ui/names/risk-badge.js'
import { durationSentence } from './approve-label.js'
import './scope-rows.css'

export interface ScopeRowsProps {
  readonly question: OpenApproval
  readonly scope: AnswerScope
  readonly onChange: (scope: AnswerScope) => void
}

export const ScopeRows = ({ question, scope, onChange }: ScopeRowsProps) => {
  const { t } = useTranslation()
  const client = callerName(question.caller, t)
  return (
    <div className={`scope-rows ${isBroad(scope, question) ? 'broad' : ''}`}>
      <fieldset>
        <legend>{t('scope.what')}</legend>
        <div className="scope-what">
          {question.offered.approve.coverages.map((coverage) => (
            <label key={coverage.id}>
              <input
                type="radio"
                name="scope-what"
                value={coverage.id}
                checked={scope.what === coverage.id}
                onChange={() => onChange(withCoverage(scope, coverage.id, question))}
              />
              <span className="scope-dot" />
              <span className="scope-words">
                <SentenceText
                  sentence={coverageSentence(coverage, question.capabilityId, question.capabilityName)}
                  limit={160}
                  capital
                />
              </span>
              {isBroad({ what: coverage.id }, question) && (
                <span className="scope-broad">
                  <RiskBadge risk={question.risk} size="mark" />
                  {t('scope.broad')}
                </span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('scope.howLong')}</legend>
        <div className="scope-how">
          {offeredDurations(question).map((duration) => (
            <label key={duration}>
              <input
                type="radio"
                name="scope-how"
                value={duration}
                checked={scope.duration === duration}
                onChange={() => onChange(withDuration(scope, duration))}
              />
              <SentenceText sentence={durationSentence(duration, client)} />
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

/**
 * Scope control: one control for what an approval covers and how long it lasts. It opens upward, above the buttons.
 *
 * Guards "no answer covers more than its words": the control says the choice in full, every choice is shown in full, and
 * the first of each is the default.
 */

import { isBroad, offeredDurations, withCoverage, withDuration } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, OpenApproval } from '@shared/approvals/approval.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coverageSentence } from '../../../sentences/coverage-sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { callerName } from '../../../ui/names/caller-name.js'
import { RiskBadge } from '../../../ui/names/risk-badge.js'
import { Icon } from '../../../ui/theme/icon.js'
import { allowedSentence, consequenceSentence } from './approve-label.js'
import './scope-control.css'

export interface ScopeControlProps {
  readonly question: OpenApproval
  readonly scope: AnswerScope
  readonly onChange: (scope: AnswerScope) => void
}

/** Characters shown of each value of a choice. */
const maxChoiceLength = 160

export const ScopeControl = ({ question, scope, onChange }: ScopeControlProps) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const broad = isBroad(scope, question)

  useEffect(() => {
    if (!open) return
    whole.current?.querySelector<HTMLElement>(':checked')?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Closes the choice alone: the next Escape denies.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    // After the click, not when the pointer goes down: the pop-up becomes smaller, and the button pressed would move away.
    const onClick = ({ target }: MouseEvent) => {
      if (!whole.current?.contains(target as Node)) setOpen(false)
    }
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('click', onClick)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('click', onClick)
    }
  }, [open])

  return (
    <div className={`scope ${broad ? 'broad' : ''}`} ref={whole}>
      {broad && (
        <p className="pop-up-consequence" role="status">
          <Icon name="warning" />
          <span>
            <SentenceText sentence={consequenceSentence(question, scope, callerName(question.caller, t))} />
          </span>
        </p>
      )}
      <span className="scope-label" id="scope-label">
        {t('scope.allow')}
      </span>
      <button
        type="button"
        className="scope-button"
        aria-labelledby="scope-label scope-chosen"
        aria-expanded={open}
        aria-controls="scope-panel"
        ref={button}
        onClick={() => setOpen(!open)}
      >
        <span id="scope-chosen">
          <SentenceText sentence={allowedSentence(question, scope)} limit={maxChoiceLength} capital />
        </span>
        <Icon name="down" size={12} />
      </button>
      {open && <ScopePanel question={question} scope={scope} onChange={onChange} />}
    </div>
  )
}

const ScopePanel = ({ question, scope, onChange }: ScopeControlProps) => {
  const { t } = useTranslation()
  const { capabilityId, capabilityName } = question
  return (
    <div className="scope-panel" id="scope-panel">
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
                  sentence={coverageSentence(coverage, capabilityId, capabilityName)}
                  limit={maxChoiceLength}
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
              <span>{t(`scope.durations.${duration}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {scope.duration !== 'once' && !isBroad(scope, question) && (
        <p className="scope-meaning">
          <SentenceText sentence={consequenceSentence(question, scope, callerName(question.caller, t))} />
        </p>
      )}
    </div>
  )
}

/**
 * Footer: the scope and duration of the decision, the time left, and the two buttons.
 *
 * Guards "no single key approves", see `use-tabbed-button.ts`, and "any use of something dangerous is approved in two
 * steps": after the first press the button repeats what it allows and must be pressed again.
 */

import { hasChoice, isBroad } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, OpenApproval } from '@shared/approvals/approval.js'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTranslate } from '../../../i18n/use-translate.js'
import { Button } from '../../../ui/buttons/button.js'
import { KeyHint } from '../../../ui/text/key-hint.js'
import { isSubjectRedacted, matchesSubject } from '../../../ui/text/subject-match.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { secondsUntil, useNow } from '../../../ui/time/clock.js'
import { CountdownRing } from '../../../ui/time/countdown-ring.js'
import { approveLabel, toneOf } from './approve-label.js'
import { ScopeControl } from './scope-control.js'
import type { DecisionScope } from './use-decision.js'
import { useTabbedButton } from './use-tabbed-button.js'

export interface FooterProps {
  readonly question: OpenApproval
  readonly scope: AnswerScope
  readonly ready: boolean
  /** Whether everything that the decision needs was in view. */
  readonly isRead: boolean
  /** Whether the picture of a build, or why there is none, was in view. */
  readonly isDrawn: boolean
  /** What would be built is impossible as it is planned. */
  readonly isRefused: boolean
  /** Stream-safe mode hides words that the decision needs, and they were not revealed yet. */
  readonly mustReveal: boolean
  /** The pop-up does not have the focus: a click into it, or a key, starts the second that unlocks Approve. */
  readonly isAway: boolean
  readonly deciding: boolean
  /** The arguments are not shown in full, so Approve is disabled. */
  readonly unreadable: boolean
  /** Number of waiting questions, including this one. */
  readonly places: number
  readonly onScope: (scope: AnswerScope) => void
  /** The label of the button changed. */
  readonly onRelabelled: () => void
  /** Whether a click counts at this moment. */
  readonly mayApprove: () => boolean
  readonly onDeny: () => void
  readonly onApprove: (reach: DecisionScope) => void
}

export const Footer = (props: FooterProps) => {
  const { question, scope, ready, isRead, isDrawn, isRefused, mustReveal, isAway, deciding, unreadable, places } = props
  const { t } = useTranslation()
  const say = useTranslate()
  const seconds = secondsUntil(question.expiresAt, useNow())
  const tabbed = useTabbedButton()
  const [armed, setArmed] = useState<AnswerScope>()
  const [typed, setTyped] = useState('')
  const { mustType } = question
  const matches = mustType !== undefined && matchesSubject(typed, mustType)
  const broad = isBroad(scope, question)
  const isArmed = broad && armed === scope
  const label = approveLabel(question, scope, isArmed, say)
  useRelabelled(label, props.onRelabelled)

  const approve = () => {
    if (!props.mayApprove()) return
    if (broad && !isArmed) return setArmed(scope)
    props.onApprove({ ...(scope.duration !== 'once' && scope), ...(mustType !== undefined && { typed: typed.trim() }) })
  }

  return (
    <footer className="pop-up-footer">
      {mustType !== undefined && (
        <TypedSubject subject={mustType} value={typed} matches={matches} onChange={setTyped} />
      )}
      {hasChoice(question) && <ScopeControl question={question} scope={scope} onChange={props.onScope} />}
      <CountdownRing from={question.askedAt} until={question.expiresAt} held={question.held === true} bare />
      <span className={`pop-up-then ${isAway ? 'away' : ''}`} id="standing">
        {t(standing(seconds, { ready, isRead, isDrawn, isRefused, mustReveal, isAway, held: question.held === true }), {
          time: clockOf(seconds),
        })}
      </span>
      <span className="visually-hidden" role="status">
        {seconds === 10 ? t('time.secondsLeft', { count: 10 }) : ready && !isRefused && t('asks.unlocked')}
      </span>
      <Button aria-label={t('approval.deny')} aria-keyshortcuts="Escape" disabled={deciding} onClick={props.onDeny}>
        {t('approval.deny')} <KeyHint>Esc</KeyHint>
      </Button>
      <Button
        {...tabbed}
        tone={toneOf(question, scope)}
        className="pop-up-approve"
        disabled={
          !ready ||
          !isRead ||
          !isDrawn ||
          mustReveal ||
          deciding ||
          unreadable ||
          seconds === 0 ||
          (mustType !== undefined && !matches)
        }
        aria-describedby={unreadable ? 'unreadable' : ready && !isRefused ? undefined : 'standing'}
        onClick={approve}
      >
        {isAway ? (
          <>
            <Icon name="lock" size={14} /> {t('asks.clickFirst')}
          </>
        ) : (
          label
        )}
      </Button>
      {unreadable && (
        <p className="pop-up-unreadable" id="unreadable" role="alert">
          {t('popUp.tooLong')}
        </p>
      )}
      {places > 1 && <p className="pop-up-closing">{t('popUp.closing', { count: places })}</p>}
    </footer>
  )
}

/** Calls `onRelabelled` for every label but the first. */
const useRelabelled = (label: string, onRelabelled: () => void) => {
  const shown = useRef(label)
  useLayoutEffect(() => {
    if (shown.current === label) return
    shown.current = label
    onRelabelled()
  }, [label, onRelabelled])
}

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface Standing {
  readonly ready: boolean
  readonly isRead: boolean
  readonly isDrawn: boolean
  readonly isRefused: boolean
  readonly mustReveal: boolean
  readonly isAway: boolean
  readonly held: boolean
}

const standing = (
  seconds: number,
  { ready, isRead, isDrawn, isRefused, mustReveal, isAway, held }: Standing,
): string => {
  if (seconds === 0) return 'popUp.timeIsUp'
  if (isRefused) return 'building.refusedText'
  if (isAway) return 'asks.away'
  if (!isDrawn) return 'building.drawing'
  if (!isRead) return 'popUp.scroll'
  if (mustReveal) return 'popUp.reveal'
  if (!ready) return 'popUp.unlocking'
  return held ? 'popUp.held' : 'popUp.thenDenied'
}

interface TypedSubjectProps {
  /** What must be typed. */
  readonly subject: string
  readonly value: string
  readonly matches: boolean
  readonly onChange: (typed: string) => void
}

/** What a person types before a critical action counts as approved. */
const TypedSubject = ({ subject, value, matches, onChange }: TypedSubjectProps) => {
  const { t } = useTranslation()
  const [before = '', after = ''] = t('popUp.mustType', { skipInterpolation: true }).split('{{name}}')
  return (
    <label className={`pop-up-typed ${matches ? 'matches' : ''}`}>
      <span className="pop-up-typed-label">
        {before}
        <bdi>{visibleText(subject)}</bdi>
        {after}
      </span>
      <span className="pop-up-typed-field">
        <input
          type={isSubjectRedacted(subject) ? 'password' : 'text'}
          value={value}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
        {matches && <Icon name="done" />}
      </span>
    </label>
  )
}

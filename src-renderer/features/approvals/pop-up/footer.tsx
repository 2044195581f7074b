/**
 * Footer: the time left and the two answers.
 *
 * Guards "no single key approves", see `use-tabbed-button.ts`.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Duration, OpenApproval } from '../../../../src-main/contract/approval.js'
import { useTranslate } from '../../../i18n/use-translate.js'
import { Button } from '../../../ui/button.js'
import { secondsUntil, useNow } from '../../../ui/clock.js'
import { CountdownRing } from '../../../ui/countdown-ring.js'
import { Icon } from '../../../ui/icon.js'
import { KeyHint } from '../../../ui/key-hint.js'
import { actOf, toneOf } from './approve-label.js'
import { ScopeChoice, TypedName } from './reach.js'
import { sparingScopeOf } from './sparing-scope.js'
import type { Reach } from './use-decision.js'
import { useTabbedButton } from './use-tabbed-button.js'

export interface FooterProps {
  readonly question: OpenApproval
  readonly ready: boolean
  /** The pop-up has not the focus: a click into it, or a key, begins the second that unlocks Approve. */
  readonly isAway: boolean
  readonly deciding: boolean
  /** The arguments are not shown in full: nothing to say yes to. */
  readonly unreadable: boolean
  /** Questions that wait, this one among them. */
  readonly places: number
  readonly onDeny: () => void
  readonly onApprove: (reach: Reach) => void
}

export const Footer = ({ question, ready, isAway, deciding, unreadable, places, onDeny, onApprove }: FooterProps) => {
  const { t } = useTranslation()
  const say = useTranslate()
  const seconds = secondsUntil(question.expiresAt, useNow())
  const tabbed = useTabbedButton()
  const [scope, setScope] = useState<Duration>('once')
  const [typed, setTyped] = useState('')
  const { mustType } = question
  const untyped = mustType !== undefined && typed.trim() !== mustType
  const act = question.risk === 'critical' ? actOf(question, say) : undefined
  const sparing = sparingScopeOf(question)
  const approve = (duration: Duration) =>
    onApprove({ ...(duration !== 'once' && { duration }), ...(mustType !== undefined && { typed: typed.trim() }) })

  const guarded = {
    disabled: !ready || deciding || unreadable || untyped || seconds === 0,
    'aria-describedby': unreadable ? 'unreadable' : ready ? undefined : 'standing',
    ...tabbed,
  }

  return (
    <footer className={`pop-up-footer ${question.held ? 'held' : ''}`}>
      {mustType !== undefined && <TypedName name={mustType} value={typed} onChange={setTyped} />}
      <CountdownRing from={question.askedAt} until={question.expiresAt} held={question.held === true} />
      <span className={`pop-up-then ${isAway ? 'away' : ''}`} id="standing">
        {t(standing(seconds, ready, isAway, question.held === true))}
      </span>
      <span className="visually-hidden" role="status">
        {seconds === 10 ? t('time.secondsLeft', { count: 10 }) : ready && t('asks.unlocked')}
      </span>
      <ScopeChoice question={question} value={scope} onChange={setScope} />
      <div className="pop-up-answers">
        <Button aria-label={t('approval.deny')} aria-keyshortcuts="Escape" disabled={deciding} onClick={onDeny}>
          {t('approval.deny')} <KeyHint>Esc</KeyHint>
        </Button>
        {sparing && (
          <Button {...guarded} aria-describedby="raised" onClick={() => approve(sparing)}>
            {t(`popUp.sparing.${sparing}`)}
          </Button>
        )}
        <Button {...guarded} tone={toneOf(question)} className="pop-up-approve" onClick={() => approve(scope)}>
          {isAway ? (
            <>
              <Icon name="lock" size={14} /> {t('asks.clickFirst')}
            </>
          ) : (
            (act ?? t(scope === 'once' ? 'approval.approveOnce' : 'approval.approve'))
          )}
        </Button>
      </div>
      {unreadable && (
        <p className="pop-up-unreadable" id="unreadable" role="alert">
          {t('popUp.tooLong')}
        </p>
      )}
      {places > 1 && <p className="pop-up-closing">{t('popUp.closing', { count: places })}</p>}
    </footer>
  )
}

const standing = (seconds: number, ready: boolean, isAway: boolean, held: boolean): string => {
  if (seconds === 0) return 'popUp.timeIsUp'
  if (isAway) return 'asks.away'
  if (!ready) return 'popUp.unlocking'
  return held ? 'popUp.held' : 'popUp.thenDenied'
}

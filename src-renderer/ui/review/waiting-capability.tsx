/**
 * Waiting capability: an action that waits for acceptance or was rejected, with everything needed for the decision.
 *
 * Guards invariant 4: changed or dangerous ones are expanded, and a change without a new version is stated.
 */
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewAct } from '../../state/review-actions.js'
import { Button } from '../buttons/button.js'
import { RiskBadge } from '../names/risk-badge.js'
import { Name } from '../text/name.js'
import { visibleText } from '../text/visible-text.js'
import { Icon } from '../theme/icon.js'
import { dayAndTime } from '../time/clock-time.js'
import { Differences } from './differences.js'
import { WaitingFacts } from './waiting-facts.js'
import { isDangerous, isLessRisky, levelOf } from './waiting-order.js'
import './review.css'
import type { TextFinding } from '@shared/servers/text-finding.js'
import { LongText } from '../text/long-text.js'

/** Instructions for models and hidden characters in the texts of an action, shown before it is accepted. */
const Findings = ({ findings }: { readonly findings: readonly TextFinding[] }) => {
  const { t } = useTranslation()
  return (
    <div className="waiting-findings">
      <p className="waiting-warning">
        <Icon name="warning" size={14} />
        {t('finding.title')}
      </p>
      <ul>
        {findings.map(({ kind, path, excerpt }) => (
          <li key={`${kind} ${path}`}>
            {t(`finding.kind.${kind}`)} <LongText text={visibleText(path)} limit={96} className="mono" />{' '}
            <LongText text={visibleText(excerpt)} limit={160} className="untrusted" />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Warnings = ({ waiting }: { readonly waiting: QuarantinedCapability }) => {
  const { t } = useTranslation()
  if (waiting.reason === 'new') return null
  const versions = { before: waiting.acceptedVersion, after: waiting.offered.version }
  const words = [
    isLessRisky(waiting.differences) && t('review.lessRisky'),
    waiting.breaksUnannounced && t('review.breaksUnannounced', versions),
    waiting.level === 'major' && !waiting.breaksUnannounced && t('review.breaks', versions),
    waiting.goesBack && t('review.goesBack', versions),
  ].filter((said) => said !== false)
  return words.map((said) => (
    <p key={said} className="waiting-warning">
      <Icon name="warning" size={14} />
      {said}
    </p>
  ))
}

export interface WaitingCapabilityProps {
  readonly waiting: QuarantinedCapability
  readonly busy: boolean
  /** The facts of a new one are shown elsewhere on the screen. */
  readonly brief?: boolean
  readonly onDecide: (act: ReviewAct) => void
}

export const WaitingCapability = ({ waiting, busy, brief = false, onDecide }: WaitingCapabilityProps) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const changed = waiting.reason === 'changed'
  const { rejected } = waiting
  const [open, setOpen] = useState(
    !rejected && (changed || (!brief && (waiting.findings !== undefined || isDangerous(waiting)))),
  )
  const key = coreNameKey(waiting.id)
  const name = key === undefined ? waiting.offered.name : t(key)
  return (
    <li className="waiting">
      <div className="waiting-line">
        <button
          type="button"
          className="waiting-name"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'down' : 'right'} size={12} />
          <Name text={name} />
          <Name text={waiting.id} className="mono" />
        </button>
        <RiskBadge risk={levelOf(waiting)} size="short" />
        <span className={`waiting-tag ${rejected ? 'rejected' : waiting.reason}`}>
          {t(rejected ? 'manifests.state.rejected' : `review.${waiting.reason}`)}
        </span>
        <span className="waiting-version mono">
          {changed && waiting.acceptedVersion !== waiting.offered.version && `${waiting.acceptedVersion} → `}
          {waiting.offered.version}
        </span>
        <span className="waiting-answers">
          {rejected ? (
            <Button
              size="s"
              tone="quiet"
              disabled={busy}
              onClick={() => onDecide('reconsider')}
              aria-label={t('manifests.reconsiderNamed', { name: visibleText(name) })}
            >
              {t('manifests.reconsider')}
            </Button>
          ) : (
            <Button
              size="s"
              tone="quiet"
              disabled={busy}
              onClick={() => onDecide('reject')}
              aria-label={t('manifests.rejectNamed', { name: visibleText(name) })}
            >
              {t('manifests.reject')}
            </Button>
          )}
          <Button
            size="s"
            disabled={busy}
            onClick={() => onDecide('accept')}
            aria-label={t('review.acceptNamed', { name: visibleText(name) })}
          >
            {t('review.accept')}
          </Button>
        </span>
      </div>
      {rejected && (
        <p className="waiting-rejected">
          {t('manifests.rejectedText', { at: dayAndTime(rejected.at, i18n.language) })}
        </p>
      )}
      <Warnings waiting={waiting} />
      {waiting.findings && <Findings findings={waiting.findings} />}
      <div id={id} hidden={!open}>
        {open && changed && waiting.differences.length > 0 && <Differences differences={waiting.differences} />}
        {open && !changed && <WaitingFacts offered={waiting.offered} />}
      </div>
    </li>
  )
}

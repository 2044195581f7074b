/**
 * Waiting capability: one that a person has not accepted as it is now, with all that there is to know before they do.
 *
 * Guards invariant 4 on the screen: what changed is open at once, and what the version hides is said plainly.
 */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuarantinedCapability } from '../../../src-main/contract/quarantine.js'
import { coreNameKey } from '../../sentences/core-words.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { JsonView } from '../../ui/json-view.js'
import { LongText } from '../../ui/long-text.js'
import { Name } from '../../ui/name.js'
import { RiskBadge } from '../../ui/risk-badge.js'
import { visibleText } from '../../ui/visible-text.js'
import { Differences } from './differences.js'
import { isLessRisky, levelOf } from './waiting-order.js'

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

const Facts = ({ waiting: { offered } }: { readonly waiting: QuarantinedCapability }) => {
  const { t } = useTranslation()
  const { description, risk, permissions = [], parameters, returns } = offered
  return (
    <div className="waiting-facts">
      <p>
        <LongText text={visibleText(description)} limit={600} expandable />
      </p>
      <dl>
        {risk?.reason && (
          <>
            <dt>{t('review.topic.risk')}</dt>
            <dd>
              <LongText text={visibleText(risk.reason)} limit={400} expandable />
            </dd>
          </>
        )}
        {permissions.length > 0 && (
          <>
            <dt>{t('review.topic.permissions')}</dt>
            <dd className="mono">{permissions.map(visibleText).join(', ')}</dd>
          </>
        )}
        {parameters && (
          <>
            <dt>{t('review.topic.parameters')}</dt>
            <dd>
              <JsonView value={parameters} label={t('review.topic.parameters')} />
            </dd>
          </>
        )}
        {returns && (
          <>
            <dt>{t('review.topic.returns')}</dt>
            <dd>
              <JsonView value={returns} label={t('review.topic.returns')} />
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

export interface WaitingCapabilityProps {
  readonly waiting: QuarantinedCapability
  readonly busy: boolean
  readonly onAccept: () => void
}

export const WaitingCapability = ({ waiting, busy, onAccept }: WaitingCapabilityProps) => {
  const { t } = useTranslation()
  const id = useId()
  const changed = waiting.reason === 'changed'
  const [open, setOpen] = useState(changed)
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
        <span className={`waiting-tag ${waiting.reason}`}>{t(`review.${waiting.reason}`)}</span>
        <span className="waiting-version mono">
          {changed && waiting.acceptedVersion !== waiting.offered.version && `${waiting.acceptedVersion} → `}
          {waiting.offered.version}
        </span>
        <Button
          size="s"
          disabled={busy}
          onClick={onAccept}
          aria-label={t('review.acceptNamed', { name: visibleText(name) })}
        >
          {t('review.accept')}
        </Button>
      </div>
      <Warnings waiting={waiting} />
      <div id={id} hidden={!open}>
        {open && changed && waiting.differences.length > 0 && <Differences differences={waiting.differences} />}
        {open && !changed && <Facts waiting={waiting} />}
      </div>
    </li>
  )
}

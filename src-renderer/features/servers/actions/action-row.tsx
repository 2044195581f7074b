/** Action row: one action of a new server: name, risk and switch; what it does and its schema one click away. */

import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { coreDescriptionKey, coreNameKey } from '@shared/words/core-words.js'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../../ui/fields/switch.js'
import { RiskBadge } from '../../../ui/names/risk-badge.js'
import { WaitingFacts } from '../../../ui/review/waiting-facts.js'
import { levelOf } from '../../../ui/review/waiting-order.js'
import { LongText } from '../../../ui/text/long-text.js'
import { Name } from '../../../ui/text/name.js'
import { useNumbers } from '../../../ui/text/use-numbers.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'

const Facts = ({ action: { id, offered } }: { readonly action: QuarantinedCapability }) => {
  const { t } = useTranslation()
  const write = useNumbers()
  const [forDevelopers, setForDevelopers] = useState(false)
  const key = coreDescriptionKey(id)
  const { risk, rateLimit, type } = offered
  return (
    <div className="action-facts">
      <p>{key ? t(key) : <LongText text={visibleText(offered.description)} limit={400} expandable />}</p>
      <div className="action-notes">
        {type === 'action' && (
          <span className={risk?.rollbackSupported ? 'undoable' : ''}>
            <Icon name={risk?.rollbackSupported ? 'undo' : 'final'} size={12} />
            {t(risk?.rollbackSupported ? 'actions.undoable' : 'actions.final')}
          </span>
        )}
        {rateLimit?.requests !== undefined && rateLimit.period !== 'connection' && (
          <span>{t(`actions.atMost.${rateLimit.period}`, { number: write(rateLimit.requests) })}</span>
        )}
        <button
          type="button"
          className="action-link"
          aria-expanded={forDevelopers}
          onClick={() => setForDevelopers(!forDevelopers)}
        >
          {t('actions.forDevelopers')}
        </button>
      </div>
      {forDevelopers && (
        <div className="action-developers">
          <Name text={`${id} ${offered.version}`} className="mono" />
          <WaitingFacts offered={offered} />
        </div>
      )}
    </div>
  )
}

export interface ActionRowProps {
  readonly action: QuarantinedCapability
  readonly on: boolean
  readonly busy: boolean
  readonly onSwitch: (on: boolean) => void
}

export const ActionRow = ({ action, on, busy, onSwitch }: ActionRowProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const key = coreNameKey(action.id)
  const name = key === undefined ? visibleText(action.offered.name) : t(key)
  return (
    <li className={`action-row ${on ? '' : 'off'}`}>
      <div className="action-line">
        <button
          type="button"
          className="action-name"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'down' : 'right'} size={12} />
          <Name text={name} />
        </button>
        <RiskBadge risk={levelOf(action)} size="mark" />
        <Switch label={name} on={on} disabled={busy} onChange={onSwitch} />
      </div>
      <div id={id} hidden={!open}>
        {open && <Facts action={action} />}
      </div>
    </li>
  )
}

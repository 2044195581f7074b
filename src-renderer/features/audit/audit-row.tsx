/** Audit row: one event of the trail on one line; opens its story. */
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from '../../../src-main/contract/audit.js'
import { outcomeOf } from '../../../src-main/contract/audit-outcome.js'
import { CallerName } from '../../ui/caller-name.js'
import { clockTime, fullTime } from '../../ui/clock-time.js'
import { Icon } from '../../ui/icon.js'
import { Name } from '../../ui/name.js'
import { EventWords, isOurs, looks, useOutcomeWord } from './event-words.js'

export interface AuditRowLineProps {
  readonly row: AuditRow
  readonly serverName: string | undefined
  readonly open: boolean
  readonly onOpen: (id: string) => void
}

export const AuditRowLine = memo(({ row, serverName, open, onOpen }: AuditRowLineProps) => {
  const { i18n } = useTranslation()
  const { event } = row
  const outcome = useOutcomeWord(event)
  const [icon, tone] = looks[outcomeOf(event)]
  return (
    <button
      type="button"
      className={`audit-row ${open ? 'open' : ''}`}
      aria-expanded={open}
      onClick={() => onOpen(event.id)}
    >
      <time className="mono" dateTime={event.timestamp} title={fullTime(event.timestamp, i18n.language)}>
        {clockTime(event.timestamp)}
      </time>
      <Icon name={icon} className={tone} />
      <span className="ellipsis">
        <EventWords event={event} limit={160} />
      </span>
      <span className="audit-row-note">
        {serverName !== undefined && <Name text={serverName} className="audit-row-server" />}
        {!isOurs(event) && <span>{outcome}</span>}
        {isOurs(event) && event.capabilityId !== 'system.panic' && <CallerName caller={event.caller} />}
      </span>
    </button>
  )
})

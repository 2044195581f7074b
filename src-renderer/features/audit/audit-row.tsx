/** Audit row: one request, or one entry of Gatehouse itself, on one line. It unfolds to its steps. */

import type { AuditRow } from '@shared/trail/audit.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { EventText, isOurs, lookOfOurs, looks, useOutcomeText } from '../../story/event-text.js'
import { CallerName } from '../../ui/names/caller-name.js'
import { Name } from '../../ui/text/name.js'
import { Icon } from '../../ui/theme/icon.js'
import { fullTime, minuteTime } from '../../ui/time/clock-time.js'
import { requestKey } from './audit-query.js'
import { Story } from './story.js'

export interface AuditRowLineProps {
  readonly row: AuditRow
  readonly serverName: string | undefined
  readonly open: boolean
  /** Opens or closes it. */
  readonly onToggle: (key: string) => void
}

export const AuditRowLine = memo(({ row, serverName, open, onToggle }: AuditRowLineProps) => {
  const { i18n } = useTranslation()
  const { event } = row
  const outcome = useOutcomeText(event)
  const [icon, tone] = isOurs(event) ? lookOfOurs(event) : looks[outcomeOf(event)]
  return (
    <div className={`audit-request ${open ? 'open' : ''}`}>
      <button type="button" className="audit-row" aria-expanded={open} onClick={() => onToggle(requestKey(row))}>
        <time className="mono" dateTime={event.timestamp} title={fullTime(event.timestamp, i18n.language)}>
          {minuteTime(event.timestamp)}
        </time>
        <Icon name={icon} className={tone} />
        <span className="audit-row-words">
          <EventText event={event} limit={open ? 2_000 : 160} />
        </span>
        <span className="audit-row-note">
          {serverName !== undefined && <Name text={serverName} className="audit-row-server" />}
          {!isOurs(event) && <span>{outcome}</span>}
          {isOurs(event) && event.capabilityId !== 'system.panic' && event.caller.id !== 'settings' && (
            <CallerName caller={event.caller} />
          )}
        </span>
        <Icon name={open ? 'down' : 'right'} size={12} className="tone-faint" />
      </button>
      {open && <Story id={event.id} onClose={() => onToggle(requestKey(row))} />}
    </div>
  )
})

/** Request details: ids, values and log entries of one request. Collapsed by default. */

import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { AuditRow } from '@shared/trail/audit.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { servers } from '../state/feeds.js'
import { goTo } from '../state/navigation.js'
import { CallerName } from '../ui/names/caller-name.js'
import { CapabilityLink } from '../ui/names/capability-link.js'
import { RiskBadge } from '../ui/names/risk-badge.js'
import { ServerName } from '../ui/names/server-name.js'
import { JsonView } from '../ui/text/json-view.js'
import { Name } from '../ui/text/name.js'
import { clockTime } from '../ui/time/clock-time.js'
import { useDuration } from '../ui/time/use-duration.js'
import { useOutcomeText } from './event-text.js'

const isRisk = (level: string | undefined): level is RiskLevel =>
  level !== undefined && ['low', 'medium', 'high', 'critical'].includes(level)

const ServerLink = ({ id }: { readonly id: string }) => {
  const server = servers.use((feed) => feed.value.find((one) => one.id === id))
  if (!server) return <Name text={id} className="mono" />
  return (
    <button type="button" className="name-link" onClick={() => goTo({ screen: 'servers', about: id })}>
      <ServerName server={server} />
    </button>
  )
}

const Labelled = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <>
    <p>{label}</p>
    <JsonView value={value} label={label} />
  </>
)

const Entry = ({ row }: { readonly row: AuditRow }) => {
  const { t } = useTranslation()
  const { event, sequence, hash } = row
  const { rollbackInfo, response } = event
  const word = useOutcomeText(event)
  return (
    <li>
      <p>
        <span className="mono">{clockTime(event.timestamp)}</span> {word} · {t('audit.row', { sequence })}{' '}
        <span className="mono">{hash.slice(0, 12)}</span>
      </p>
      {rollbackInfo?.before && <Labelled value={rollbackInfo.before} label={t('audit.before')} />}
      {response && Object.keys(response).length > 0 && <Labelled value={response} label={t('audit.response')} />}
    </li>
  )
}

export interface RequestDetailsProps {
  /** Of one request, in the order they were written. */
  readonly rows: readonly AuditRow[]
  /** More that the screen knows. */
  readonly children?: ReactNode
}

export const RequestDetails = ({ rows, children }: RequestDetailsProps) => {
  const { t } = useTranslation()
  const durationOf = useDuration()
  const event = rows.at(-1)?.event
  if (!event) return null
  const { requestId, serverId } = event.metadata ?? {}
  const took = rows.map((row) => row.event.metadata?.executionTime).find((time) => time !== undefined)
  return (
    <details className="request-details">
      <summary>{t('story.details')}</summary>
      <dl>
        <dt>{t('audit.client')}</dt>
        <dd>
          <CallerName caller={event.caller} /> <Name text={event.caller.id ?? ''} className="mono" />
        </dd>
        <dt>{t('audit.capability')}</dt>
        <dd className="mono">
          <CapabilityLink id={event.capabilityId} />
        </dd>
        {isRisk(event.riskLevel) && (
          <>
            <dt>{t('audit.risk')}</dt>
            <dd>
              <RiskBadge risk={event.riskLevel} />
            </dd>
          </>
        )}
        {serverId !== undefined && (
          <>
            <dt>{t('audit.server')}</dt>
            <dd>
              <ServerLink id={serverId} />
            </dd>
          </>
        )}
        {requestId !== undefined && (
          <>
            <dt>{t('audit.requestId')}</dt>
            <dd className="mono">{requestId}</dd>
          </>
        )}
        {took !== undefined && (
          <>
            <dt>{t('story.duration')}</dt>
            <dd>{durationOf(took)}</dd>
          </>
        )}
        {event.metadata?.tainted && (
          <>
            <dt>{t('timeline.tainted')}</dt>
            <dd>{t('timeline.taintedText')}</dd>
          </>
        )}
      </dl>
      {event.request && Object.keys(event.request).length > 0 && (
        <Labelled value={event.request} label={t('popUp.arguments')} />
      )}
      {children}
      <h3>{t('story.entries')}</h3>
      <ol>
        {rows.map((row) => (
          <Entry key={row.sequence} row={row} />
        ))}
      </ol>
    </details>
  )
}

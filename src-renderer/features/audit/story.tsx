/** Story: all that was written of one request, in order: asked, decided and by whom, begun, ended, undone. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow, AuditStory } from '../../../src-main/contract/audit.js'
import { outcomeOf, refusalOf } from '../../../src-main/contract/audit-outcome.js'
import type { RiskLevel } from '../../../src-main/contract/generated/capability-manifest.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { servers } from '../../state/feeds.js'
import { goTo, goToRules } from '../../state/place.js'
import { rules as standing } from '../../state/rules.js'
import { Button } from '../../ui/button.js'
import { CallerName } from '../../ui/caller-name.js'
import { CapabilityLink } from '../../ui/capability-link.js'
import { clockTime, fullTime } from '../../ui/clock-time.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { JsonView } from '../../ui/json-view.js'
import { Name } from '../../ui/name.js'
import { personNames } from '../../ui/person-name.js'
import { RefusalNote } from '../../ui/refusal.js'
import { RiskBadge } from '../../ui/risk-badge.js'
import { ServerName } from '../../ui/server-name.js'
import { UndoButton } from '../../ui/undo-button.js'
import { useDuration } from '../../ui/use-duration.js'
import { useFocusBack } from '../../ui/use-focus-back.js'
import { EventWords, looks, useOutcomeWord } from './event-words.js'
import { type StepTime, stepTimes } from './story-times.js'

const Decision = ({ row }: { readonly row: AuditRow }) => {
  const { t } = useTranslation()
  const rules = standing.use((feed) => feed.value.rules)
  const { approvalInfo } = row.event
  const refusal = refusalOf(row.event)
  if (refusal) return <RefusalNote refusal={refusal} risk={row.event.riskLevel} />
  if (!approvalInfo) return null
  const { approvedBy, ruleId, outcome } = approvalInfo
  if (outcome === 'unasked') return <p>{t('audit.unasked')}</p>
  if (approvedBy === undefined) return null
  return (
    <p>
      {t(ruleId === undefined ? 'audit.by' : 'audit.byRule')} <Name text={personNames(approvedBy, t)} />{' '}
      {ruleId !== undefined && rules.some(({ id }) => id === ruleId) && (
        <Button tone="quiet" size="s" onClick={() => goToRules(ruleId)}>
          {t('auditCare.showRule')}
        </Button>
      )}
    </p>
  )
}

const Step = ({ row, time }: { readonly row: AuditRow; readonly time: StepTime | undefined }) => {
  const durationOf = useDuration()
  const { t, i18n } = useTranslation()
  const { event } = row
  const { metadata, rollbackInfo, response } = event
  const word = useOutcomeWord(event)
  const [icon, tone] = looks[outcomeOf(event)]
  const took = metadata?.executionTime
  return (
    <li className="story-step">
      <Icon name={icon} className={tone} />
      <div>
        <div className="story-step-head">
          <b>{word}</b>
          <time className="mono" dateTime={event.timestamp} title={fullTime(event.timestamp, i18n.language)}>
            {clockTime(event.timestamp)}
          </time>
        </div>
        {time && (
          <p className="story-step-time">
            {t(`auditCare.step.${time.step}`, { lasted: durationOf(time.milliseconds) })}
          </p>
        )}
        <Decision row={row} />
        {took !== undefined && <p>{t('asks.took.inAll', { lasted: durationOf(took) })}</p>}
        {metadata?.cached && <p>{t('audit.cached')}</p>}
        {rollbackInfo?.before && (
          <details>
            <summary>{t('audit.before')}</summary>
            <JsonView value={rollbackInfo.before} label={t('audit.before')} />
          </details>
        )}
        {response && Object.keys(response).length > 0 && (
          <details>
            <summary>{t('audit.response')}</summary>
            <JsonView value={response} label={t('audit.response')} />
          </details>
        )}
        <p className="story-row-number">
          {t('audit.row', { sequence: row.sequence })} <span className="mono">{row.hash.slice(0, 12)}</span>
        </p>
      </div>
    </li>
  )
}

const isRisk = (level: string | undefined): level is RiskLevel =>
  level !== undefined && ['low', 'medium', 'high', 'critical'].includes(level)

const Told = ({ story }: { readonly story: AuditStory }) => {
  const { t, i18n } = useTranslation()
  const { event } = story.row
  const steps = story.request.length > 0 ? story.request : [story.row]
  const times = stepTimes(steps)
  const requestId = event.metadata?.requestId
  const serverId = event.metadata?.serverId
  const undoes = steps.map((row) => row.event.rollbackInfo?.undoes).find((one) => one !== undefined)
  const server = servers.use((feed) => feed.value.find(({ id }) => id === serverId))
  return (
    <>
      <p className="story-sentence">
        <EventWords event={event} limit={400} />
      </p>
      <p className="story-when">{fullTime(event.timestamp, i18n.language)}</p>
      <div className="story-marks">
        {isRisk(event.riskLevel) && <RiskBadge risk={event.riskLevel} />}
        <UndoButton requestId={requestId} />
        {undoes !== undefined && (
          <Button tone="quiet" size="s" onClick={() => goTo({ screen: 'audit', about: undoes })}>
            {t('asks.undo.showUndone')}
          </Button>
        )}
      </div>
      <h3>{t('audit.steps')}</h3>
      <ol>
        {steps.map((row, at) => (
          <Step key={row.sequence} row={row} time={times[at]} />
        ))}
      </ol>
      <h3>{t('audit.request')}</h3>
      <dl className="story-facts">
        <dt>{t('audit.capability')}</dt>
        <dd className="mono">
          <CapabilityLink id={event.capabilityId} />
        </dd>
        <dt>{t('audit.client')}</dt>
        <dd>
          <CallerName caller={event.caller} /> <Name text={event.caller.id ?? ''} className="mono" />
        </dd>
        {serverId !== undefined && (
          <>
            <dt>{t('audit.server')}</dt>
            <dd>
              {server ? (
                <button
                  type="button"
                  className="name-link"
                  onClick={() => goTo({ screen: 'servers', about: serverId })}
                >
                  <ServerName server={server} />
                </button>
              ) : (
                <Name text={serverId} className="mono" />
              )}
            </dd>
          </>
        )}
        {requestId !== undefined && (
          <>
            <dt>{t('audit.requestId')}</dt>
            <dd className="mono">{requestId}</dd>
          </>
        )}
      </dl>
      {event.request && <JsonView value={event.request} label={t('popUp.arguments')} />}
    </>
  )
}

export interface StoryProps {
  readonly id: string
  readonly onClose: () => void
}

export const Story = ({ id, onClose }: StoryProps) => {
  const { t } = useTranslation()
  const [story, setStory] = useState<AuditStory | null>()
  useFocusBack()
  const [error, setError] = useState<ContractError>()
  useEffect(() => {
    let left = false
    void attempt('audit:get', { id }).then((found) => {
      if (left) return
      setStory(found.ok ? found.value : null)
      setError(found.ok ? undefined : found.error)
    })
    return () => {
      left = true
    }
  }, [id])
  return (
    <aside
      className="story"
      aria-label={t('audit.story')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="story-head">
        <h2>{t('audit.story')}</h2>
        <Button tone="quiet" size="s" icon="close" aria-label={t('audit.closeStory')} onClick={onClose} />
      </div>
      {story === undefined && <p>{t('app.loading')}</p>}
      {story === null && !error && <p>{t('audit.gone')}</p>}
      {error && <ErrorNote error={error} />}
      {story && <Told story={story} />}
    </aside>
  )
}

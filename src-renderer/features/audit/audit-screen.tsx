/** Audit screen: everything that was requested, decided, done and undone, from the audit trail. */
import { daysIn } from '@shared/trail/audit.js'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStableServers } from '../../state/feeds.js'
import { useMayOrder } from '../../state/gateway.js'
import { useLive } from '../../state/live.js'
import { trailState } from '../../state/trail-state.js'
import { Button } from '../../ui/buttons/button.js'
import { DateField } from '../../ui/fields/date-field.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { Screen } from '../../ui/layout/screen.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { useServerName } from '../../ui/names/server-name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { dayOf } from '../../ui/time/days.js'
import { actionIdOf, actionTitles } from './action-titles.js'
import { AuditList } from './audit-list.js'
import { type AuditFilterDraft, everything, filterOf, filtersOf } from './audit-query.js'
import { ChainState } from './chain-state.js'
import { ExportTrail } from './export-trail.js'
import { Filters } from './filters.js'
import { StreamReport } from './stream-report.js'
import { useTrail } from './use-trail.js'
import './audit.css'

const typingPause = 250

/** The value once it has not changed for a moment. */
const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The newest call that the trail must include. */
const useNewest = (): string | undefined => useLive((state) => state.newestAboutCalls)

export interface AuditScreenProps {
  /** Id of the request to which the list is filtered, or the days of `daysAbout`. */
  readonly about?: string | undefined
}

/** The days that a notification of the digest opens. */
const wantedBy = (about: string): AuditFilterDraft => ({ ...everything, ...daysIn(about) })

export const AuditScreen = ({ about }: AuditScreenProps) => {
  const { t } = useTranslation()
  const [request, setRequest] = useState(daysIn(about ?? '') ? undefined : about)
  const [wanted, setWanted] = useState<AuditFilterDraft>(() => wantedBy(about ?? ''))
  const [filtering, setFiltering] = useState(false)
  const mayExport = useMayOrder('audit:export')
  const mayReport = useMayOrder('reports:create')
  const [exporting, setExporting] = useState(false)
  const [reporting, setReporting] = useState(false)
  const [opened, setOpened] = useState(request)
  const [reading, setReading] = useState(0)
  const newest = useNewest()
  const oldest = trailState.use((feed) => feed.value?.oldest)
  const [seen, setSeen] = useState(newest)
  const settled = useSettled(wanted)
  const known = useStableServers()
  const nameOf = useServerName()
  const actions = useMemo(() => actionTitles(known, t, (server) => visibleText(nameOf(server))), [known, t, nameOf])
  const capability = actionIdOf(actions, settled.capability)
  const filter = useMemo(
    () => ({ ...filterOf({ ...settled, capability }), ...(request && { request }) }),
    [settled, capability, request],
  )
  const trail = useTrail(filter, reading)
  const held = filtersOf(wanted)
  const isFiltered = Object.keys(filter).length > 0
  const showAll = () => {
    setWanted(everything)
    setRequest(undefined)
  }
  const toggle = useCallback((key: string) => setOpened((before) => (before === key ? undefined : key)), [])
  const refresh = () => {
    setSeen(newest)
    setReading((before) => before + 1)
  }
  /** The trail is read from the end of that day: however far back it is, the way there is as short. */
  const jump = (day: string) =>
    setWanted((before) => ({ ...before, to: day, ...(day !== '' && before.from > day && { from: '' }) }))
  return (
    <Screen
      title={t('nav.audit')}
      bar={
        <div className="audit-bar">
          <Button size="s" aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
            {held > 0 ? t('audit.filtersOn', { count: held }) : t('audit.filters')}
          </Button>
          {request !== undefined && (
            <Button size="s" icon="close" onClick={() => setRequest(undefined)}>
              {t('manifests.oneRequest')}
            </Button>
          )}
          {newest !== seen && (
            <Button size="s" tone="quiet" icon="down" onClick={refresh}>
              {t('audit.newer')}
            </Button>
          )}
          <div className="audit-jump">
            <DateField
              quiet
              label={t('auditCare.jump')}
              min={oldest === undefined ? undefined : dayOf(oldest)}
              max={dayOf(Date.now())}
              value={wanted.to}
              onChange={jump}
            />
          </div>
          {wanted.to !== '' && (
            <Button size="s" tone="quiet" onClick={() => jump('')}>
              {t('auditCare.newest')}
            </Button>
          )}
          <SearchField
            label={t('audit.search')}
            maxLength={512}
            value={wanted.text}
            onChange={(text) => setWanted({ ...wanted, text })}
          />
          {mayExport && (
            <Button size="s" icon="file" onClick={() => setExporting(true)}>
              {t('audit.export')}
            </Button>
          )}
          {mayReport && (
            <Button size="s" onClick={() => setReporting(true)}>
              {t('streamReport.open')}
            </Button>
          )}
        </div>
      }
    >
      <div className="audit">
        <div>
          <ChainState reading={reading} onShowDay={(instant) => jump(dayOf(instant))} />
          {filtering && <Filters wanted={wanted} rows={trail.rows} actions={actions} onChange={setWanted} />}
        </div>
        {trail.status === 'ready' && trail.rows.length === 0 && trail.isEnd && !trail.error ? (
          <EmptyState
            art={<Icon name={isFiltered ? 'search' : 'history'} size={24} />}
            title={t(isFiltered ? 'audit.noMatch' : 'audit.emptyTitle')}
            text={t(request !== undefined ? 'audit.gone' : isFiltered ? 'audit.noMatchText' : 'audit.emptyText')}
          >
            {isFiltered && <Button onClick={showAll}>{t('live.clearFilter')}</Button>}
          </EmptyState>
        ) : (
          <AuditList key={JSON.stringify([filter, reading])} trail={trail} opened={opened} onToggle={toggle} />
        )}
      </div>
      {reporting && <StreamReport onClose={() => setReporting(false)} />}
      {exporting && <ExportTrail filter={filter} onClose={() => setExporting(false)} />}
    </Screen>
  )
}

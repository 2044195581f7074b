/** AI today: what AI did on a server since midnight, which AI may come here, and the last backup. */

import { bridge } from '@shared/clients/client.js'
import type { Server } from '@shared/servers/server.js'
import type { ClientAccess } from '@shared/servers/server-care.js'
import type { AuditRow } from '@shared/trail/audit.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { askingPauses, connectedClients, keyless } from '../../../state/feeds.js'
import { useLive } from '../../../state/live.js'
import { goTo, goToServer } from '../../../state/navigation.js'
import { undos } from '../../../state/undos.js'
import { EventText } from '../../../story/event-text.js'
import { UndoButton } from '../../../ui/buttons/undo-button.js'
import { Avatar } from '../../../ui/names/avatar.js'
import { StatusDot } from '../../../ui/names/status-dot.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'
import { dayAndTime, minuteTime } from '../../../ui/time/clock-time.js'
import { sizeText } from '../backups/backup-text.js'
import { usePolled } from './use-polled.js'

const readEveryMs = 5_000
const settleMs = 500
const pageRows = 500
const maxRows = 4_000
const shownRows = 6

const midnight = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** The newest row of each call of an AI. @param rows newest first */
export const callsOfAi = (rows: readonly AuditRow[]): readonly AuditRow[] => {
  const seen = new Set<string>()
  return rows.filter(({ event: { metadata, caller } }) => {
    const request = metadata?.requestId
    if (request === undefined || caller.type !== 'model' || seen.has(request)) return false
    seen.add(request)
    return true
  })
}

const isNo = (row: AuditRow): boolean => ['denied', 'expired'].includes(outcomeOf(row.event))

/** Read again when a call ended, at most once in `settleMs`. */
const useToday = (id: string): readonly AuditRow[] | undefined => {
  const [rows, setRows] = useState<readonly AuditRow[]>()
  const newest = useLive((state) => state.newestAboutCalls)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new call is why it is read again
  useEffect(() => {
    let left = false
    const read = async () => {
      const since = midnight()
      const all: AuditRow[] = []
      let cursor: string | undefined
      do {
        const page = await attempt('audit:search', { server: id, since, limit: pageRows, ...(cursor && { cursor }) })
        if (left || !page.ok) return
        all.push(...page.value.rows)
        cursor = page.value.next
      } while (cursor !== undefined && all.length < maxRows)
      setRows(callsOfAi(all))
    }
    const timer = setTimeout(() => void read(), rows === undefined ? 0 : settleMs)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [id, newest])
  return rows
}

const useUndoableToday = (id: string): number => {
  const since = midnight()
  return undos.use(
    ({ value }) =>
      value.entries.filter(
        ({ server, state, at, caller }) =>
          server.id === id && state !== 'undone' && at >= since && caller.type === 'model',
      ).length,
  )
}

const Row = ({ row: { event } }: { readonly row: AuditRow }) => {
  const { t } = useTranslation()
  const denied = isNo({ event } as AuditRow)
  return (
    <li className={`today-row ${denied ? 'denied' : ''}`}>
      <time dateTime={event.timestamp}>{minuteTime(event.timestamp)}</time>
      <span className="today-row-words">
        <EventText event={event} limit={80} />
      </span>
      {denied ? (
        <span className="today-denied">{t('serverPage.denied')}</span>
      ) : (
        <UndoButton requestId={event.metadata?.requestId} />
      )}
    </li>
  )
}

export interface AiTodayProps {
  readonly server: Server
  /** What stands below it. */
  readonly children: ReactNode
}

/** In a small window it is one line, and unfolds. */
export const AiToday = ({ server, children }: AiTodayProps) => {
  const { t } = useTranslation()
  const today = useToday(server.id)
  const undoable = useUndoableToday(server.id)
  const [open, setOpen] = useState(false)
  const denied = today?.filter(isNo).length ?? 0
  const done = today?.filter(({ event }) => outcomeOf(event) === 'done').length ?? 0
  const failed = today?.filter(({ event }) => outcomeOf(event) === 'failed').length ?? 0
  const counts = [
    done > 0 && t('serverPage.counts.done', { count: done }),
    failed > 0 && t('serverPage.counts.failed', { count: failed }),
    denied > 0 && t('serverPage.counts.denied', { count: denied }),
    undoable > 0 && t('serverPage.counts.undoable', { count: undoable }),
  ].filter((words) => words !== false)
  const title = t('serverPage.aiToday')
  const summary = counts.length > 0 ? counts.join(t('serverPage.counts.and')) : t('serverPage.nothingToday')
  return (
    <aside className={`overview-side ${open ? 'open' : ''}`} aria-label={title}>
      <div className="today-strip">
        <Icon name="history" />
        <span>
          <b>{title}</b> {summary}
        </span>
        <button type="button" className="overview-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'serverPage.fold' : 'serverPage.show')}
        </button>
      </div>
      <div className="overview-side-parts">
        <section className="overview-part" aria-label={title}>
          <div className="overview-head">
            <h2>{title}</h2>
            <span className="overview-space" />
            <button type="button" className="overview-link" onClick={() => goTo({ screen: 'audit' })}>
              {t('serverPage.openLog')}
            </button>
          </div>
          <p className="today-counts">{today && summary}</p>
          <ul>
            {today?.slice(0, shownRows).map((row) => (
              <Row key={row.event.id} row={row} />
            ))}
          </ul>
        </section>
        {children}
      </div>
    </aside>
  )
}

const habit = ({ allow, ask }: ClientAccess): 'asks' | 'free' | 'nothing' => {
  if (allow + ask === 0) return 'nothing'
  return ask > 0 ? 'asks' : 'free'
}

export const AiClients = ({ server: { id } }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const request = useCallback(() => attempt('servers:access', { id }), [id])
  const { value } = usePolled(request, readEveryMs)
  const connected = connectedClients.use((feed) => feed.value)
  const paused = askingPauses.use((feed) => feed.value)
  const title = t('serverPage.aiClients')
  const allowed = keyless.use((feed) => feed.value.programs).filter(({ state }) => state === 'allowed')
  const says = connected.flatMap((one) => (one.clientId === bridge.id && one.says ? [one.says] : []))
  const withoutKey = [...new Set([...allowed.map(({ name }) => name), ...says])]
  const known = (value ?? []).flatMap((access) =>
    access.id === bridge.id ? withoutKey.map((name) => ({ ...access, name })) : [access],
  )
  return (
    <section className="overview-part" aria-label={title}>
      <div className="overview-head">
        <h2>{title}</h2>
      </div>
      {known.length === 0 && <p className="overview-none">{t('serverPage.noClients')}</p>}
      <ul>
        {known.map((access) => {
          const name = access.name ?? access.id
          const isPaused = paused.some(({ client }) => client.id === access.id)
          const isHere = connected.some(
            (one) => one.clientId === access.id && one.connected && (access.id !== bridge.id || one.says === name),
          )
          return (
            <li key={`${access.id} ${name}`} className="here-row">
              <Avatar caller={{ type: 'model', id: access.id, name }} size="s" />
              <Name text={name} className="player-row-name" />
              <span className="player-row-where">
                {t(isPaused ? 'serverPage.habit.paused' : `serverPage.habit.${habit(access)}`)}
              </span>
              <StatusDot state={isPaused ? 'degraded' : isHere ? 'online' : 'offline'} silent />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export const LastBackup = ({ server: { id } }: { readonly server: Server }) => {
  const { t, i18n } = useTranslation()
  const request = useCallback(() => attempt('backups:list', { id }), [id])
  const { value: view } = usePolled(request, 60_000)
  const last = view?.backups[0]
  const title = t('serverPage.lastBackup')
  return (
    <section className="overview-part" aria-label={title}>
      <div className="overview-head">
        <h2>{title}</h2>
        <span className="overview-space" />
        <button type="button" className="overview-link" onClick={() => goToServer(id, 'backups')}>
          {t('serverPage.tabs.backups')}
        </button>
      </div>
      <p className="overview-none">
        {last ? `${dayAndTime(last.at, i18n.language)} · ${sizeText(last.bytes, t)}` : t('serverPage.noBackup')}
      </p>
    </section>
  )
}

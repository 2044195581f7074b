/** Audit list: one line for each request, by day, the newest first; loads more near the end. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso } from 'react-virtuoso'
import { useStableServers } from '../../state/feeds.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { useServerName } from '../../ui/names/server-name.js'
import { type AuditListLine, dayByDay, dayName } from './audit-query.js'
import { AuditRowLine } from './audit-row.js'
import type { Trail } from './use-trail.js'

const Day = ({ at }: { readonly at: string }) => {
  const { t, i18n } = useTranslation()
  const name = dayName(at, Date.now())
  const date = new Date(at).toLocaleDateString(i18n.language, { dateStyle: 'full' })
  return <h2 className="audit-day">{name ? t(`auditCare.${name}`, { date }) : date}</h2>
}

const End = ({ context }: { readonly context?: Trail }) => {
  const { t } = useTranslation()
  if (context?.error) {
    return (
      <div className="audit-end">
        <ErrorNote title={t('audit.readFailed')} error={context.error} />
        <Button onClick={context.more}>{t('audit.tryAgain')}</Button>
      </div>
    )
  }
  return <p className="audit-end">{t(context?.isEnd ? 'audit.end' : 'app.loading')}</p>
}

const parts = { Footer: End }

export interface AuditListProps {
  readonly trail: Trail
  /** `requestKey` of the request that is unfolded. */
  readonly opened: string | undefined
  readonly onToggle: (key: string) => void
}

export const AuditList = ({ trail, opened, onToggle }: AuditListProps) => {
  const { t } = useTranslation()
  const known = useStableServers()
  const nameOf = useServerName()
  const names = useMemo(() => new Map(known.map((server) => [server.id, nameOf(server)])), [known, nameOf])
  const lines = useMemo(() => dayByDay(trail.rows), [trail.rows])
  const serverOf = (id: string | undefined) =>
    id === undefined ? undefined : (names.get(id) ?? t('audit.removedServer'))
  return (
    <Virtuoso<AuditListLine, Trail>
      data={lines as AuditListLine[]}
      context={trail}
      computeItemKey={(_index, line) => line.key}
      defaultItemHeight={34}
      increaseViewportBy={400}
      endReached={trail.more}
      components={parts}
      role="group"
      aria-label={t('audit.list')}
      itemContent={(_index, line) =>
        line.kind === 'day' ? (
          <Day at={line.at} />
        ) : (
          <AuditRowLine
            row={line.row}
            serverName={serverOf(line.row.event.metadata?.serverId)}
            open={opened === line.key}
            onToggle={onToggle}
          />
        )
      }
    />
  )
}

/**
 * Server backups: lists the backups of a server's worlds, with their actions.
 *
 * Restore is enabled only while the server is stopped; otherwise the reason is shown.
 */

import type { BackupSummary, BackupsView } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { dayAndTime, fullTime } from '../../../ui/time/clock-time.js'
import { BackupContents } from './backup-contents.js'
import { BackupSchedule } from './backup-schedule.js'
import { backupProblem, sizeText } from './backup-text.js'
import { HostBackups } from './host-backups.js'
import { RemoveDialog } from './remove-dialog.js'
import { RestoreDialog } from './restore-dialog.js'
import { useBackups } from './use-backups.js'
import './server-backups.css'

interface RowProps {
  readonly backup: BackupSummary
  /** The next backup takes its place. */
  readonly isNext: boolean
  readonly canRestore: boolean
  readonly busy: boolean
  /** Id of the text that says why not. */
  readonly reason: string
  readonly onRestore: () => void
  readonly onRemove: () => void
}

const Row = ({ backup, isNext, canRestore, busy, reason, onRestore, onRemove }: RowProps) => {
  const { t, i18n } = useTranslation()
  const when = dayAndTime(backup.at, i18n.language)
  return (
    <li className="backup-row">
      <div className="backup-row-words">
        <time dateTime={backup.at} title={fullTime(backup.at, i18n.language)}>
          {when}
        </time>
        {backup.name !== undefined && <b>{visibleText(backup.name)}</b>}
        {backup.scheduled && <span className="backup-row-next">{t('backups.schedule.mark')}</span>}
        {isNext && <span className="backup-row-next">{t('backups.next')}</span>}
        <BackupContents backup={backup} />
      </div>
      <span className="backup-row-size" title={t('backups.copied', { size: sizeText(backup.copiedBytes, t) })}>
        {sizeText(backup.bytes, t)}
      </span>
      <Button
        size="s"
        icon="undo"
        disabled={!canRestore}
        aria-describedby={canRestore ? undefined : reason}
        aria-label={t('backups.restoreOf', { when })}
        onClick={onRestore}
      >
        {t('backups.restore')}
      </Button>
      <Button
        size="s"
        tone="quiet"
        icon="trash"
        disabled={busy}
        aria-label={t('backups.removeOf', { when })}
        title={t('backups.removeOf', { when })}
        onClick={onRemove}
      />
    </li>
  )
}

interface RunningProps {
  readonly running: NonNullable<BackupsView['running']>
  readonly onCancel: () => void
  readonly onPause: () => void
}

const Running = ({ running, onCancel, onPause }: RunningProps) => {
  const { t } = useTranslation()
  const { kind, progress, canPause } = running
  const phase = progress?.phase ?? 'saving'
  const isCounted = progress !== undefined && (phase === 'copying' || phase === 'verifying')
  return (
    <div className="backup-running" role="status">
      <p>
        {t(kind === 'backup' && phase === 'saving' ? 'backups.phase.saving' : `backups.phase.${kind}.${phase}`)}
        {isCounted && (
          <span>
            {' '}
            {t('backups.progress', {
              done: sizeText(progress.bytesDone, t),
              all: sizeText(progress.bytes, t),
            })}
          </span>
        )}
      </p>
      <progress
        aria-label={t(`backups.running.${kind}`)}
        {...(isCounted && { value: progress.filesDone, max: Math.max(1, progress.files) })}
      />
      {kind === 'backup' && canPause && (
        <Button size="s" title={t('backups.pauseText')} onClick={onPause}>
          {t('backups.pause')}
        </Button>
      )}
      {kind === 'backup' && (
        <Button size="s" onClick={onCancel}>
          {t('backups.cancel')}
        </Button>
      )}
    </div>
  )
}

/** A backup that was paused, or cut off. */
const Partial = ({ partial, onResume, onDiscard }: PartialProps) => {
  const { t } = useTranslation()
  return (
    <div className="backup-running" role="status">
      <p>{t('backups.partial', { size: sizeText(partial.bytes, t) })}</p>
      <Button size="s" onClick={onResume}>
        {t('backups.resume')}
      </Button>
      <Button size="s" tone="quiet" onClick={onDiscard}>
        {t('backups.discard')}
      </Button>
    </div>
  )
}

interface PartialProps {
  readonly partial: NonNullable<BackupsView['partial']>
  readonly onResume: () => void
  readonly onDiscard: () => void
}

/** Why no backup can be restored now; undefined where one can. */
const obstacle = ({ offers, running, server }: BackupsView, { power }: Server): string | undefined => {
  if (!offers.restore) return 'backups.notKnown'
  if (running) return 'backups.busy'
  return server === 'running' && !power ? 'backups.stopFirst' : undefined
}

/** The one that the next backup takes the place of; undefined while there is room. */
const nextToGo = ({ backups, keeps }: BackupsView): BackupSummary | undefined =>
  backups.length < keeps.backups ? undefined : (backups.findLast(({ scheduled }) => scheduled) ?? backups.at(-1))

type Open = { readonly kind: 'restore' | 'remove'; readonly backup: BackupSummary }

export const ServerBackups = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const { view, error, read, make, cancel, pause, discard, dismiss } = useBackups(server.id, server.state)
  const [open, setOpen] = useState<Open>()
  const reason = useId()
  if (view === undefined) return null
  if (view === null) return <p className="server-section-none">{t('backups.noFolder')}</p>
  const { backups, running, partial, keeps, offers } = view
  const why = obstacle(view, server)
  const next = nextToGo(view)
  const close = () => setOpen(undefined)
  return (
    <div className="backups">
      <div className="backups-head">
        <Button size="s" icon="copy" disabled={running !== undefined || !offers.backup} onClick={() => void make()}>
          {t('backups.make')}
        </Button>
        <p>{t('backups.keeps', { count: keeps.backups, size: sizeText(keeps.bytes, t) })}</p>
      </div>
      <BackupSchedule id={server.id} schedule={view.schedule} onChanged={() => void read()} />
      {running && <Running running={running} onCancel={() => void cancel()} onPause={() => void pause()} />}
      {partial && <Partial partial={partial} onResume={() => void make()} onDiscard={() => void discard()} />}
      {error && (
        <div className="backups-error">
          <ErrorNote error={backupProblem(error, t)} />
          <Button size="s" tone="quiet" onClick={dismiss}>
            {t('backups.dismiss')}
          </Button>
        </div>
      )}
      {view.isUnfinished && (
        <p className="backups-reason" role="status">
          <Icon name="note" size={14} /> {t('backups.unfinished')}
        </p>
      )}
      {view.repaired && (
        <p className="backups-reason" role="status">
          <Icon name="note" size={14} /> {t(`backups.repaired.${view.repaired}`)}
        </p>
      )}
      {backups.length === 0 && <p className="server-section-none">{t('backups.none')}</p>}
      {backups.length > 0 && why && (
        <p className="backups-reason" id={reason}>
          <Icon name="note" size={14} /> {t(why)}
        </p>
      )}
      {backups.length > 0 && (
        <ul aria-label={t('backups.title')}>
          {backups.map((backup) => (
            <Row
              key={backup.id}
              backup={backup}
              isNext={backup === next}
              canRestore={why === undefined}
              busy={running !== undefined}
              reason={reason}
              onRestore={() => setOpen({ kind: 'restore', backup })}
              onRemove={() => setOpen({ kind: 'remove', backup })}
            />
          ))}
        </ul>
      )}
      {view.hostBackups && <HostBackups server={server} mustType={view.hostBackups.mustType} />}
      {open?.kind === 'restore' && <RestoreDialog server={server} backup={open.backup} view={view} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog server={server} backup={open.backup} onClose={close} />}
    </div>
  )
}

/**
 * Host backups: what the host of a server itself keeps, as undo of last resort.
 *
 * Guards invariant 2: putting back the whole server needs a typed confirmation; main compares it.
 */
import type { HostBackup, HostBackupList } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { Dialog } from '../../../ui/layout/dialog.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { isSubjectRedacted, matchesSubject } from '../../../ui/text/subject-match.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { dayAndTime } from '../../../ui/time/clock-time.js'
import { backupProblem, sizeText } from './backup-text.js'

interface HostBackupsProps {
  readonly server: Server
  /** The text that a person types before a restore. */
  readonly mustType: string
}

export const HostBackups = ({ server, mustType }: HostBackupsProps) => {
  const { t, i18n } = useTranslation()
  const { error: readError, send: sendRead } = useRequest()
  const { busy, error: makeError, send: sendMake } = useRequest()
  const [list, setList] = useState<HostBackupList>()
  const [open, setOpen] = useState<HostBackup>()
  const { id } = server
  const read = useCallback(async () => {
    const result = await sendRead(attempt('backups:host-list', { id }))
    if (result.ok) setList(result.value)
  }, [id, sendRead])
  useEffect(() => void read(), [read])
  const make = async () => {
    await sendMake(attempt('backups:host-make', { id }))
    await read()
  }
  const error = makeError ?? readError
  const counted = list?.backups.filter(({ state }) => state !== 'failed').length ?? 0
  const isFull = list !== undefined && counted >= list.most
  return (
    <section className="host-backups" aria-label={t('backups.host.title')}>
      <h3>{t('backups.host.title')}</h3>
      <p>{t('backups.host.text')}</p>
      <div className="backups-head">
        <Button size="s" icon="copy" disabled={busy || list === undefined || isFull} onClick={() => void make()}>
          {t(busy ? 'backups.host.making' : 'backups.host.make')}
        </Button>
        {list && (
          <p>
            {list.most === 0
              ? t('backups.host.noneAllowed')
              : t('backups.host.limit', { count: list.most, made: counted })}
          </p>
        )}
      </div>
      {error && <ErrorNote error={backupProblem(error, t)} />}
      {list && list.backups.length > 0 && (
        <ul aria-label={t('backups.host.title')}>
          {list.backups.map((backup) => (
            <li key={backup.id} className="backup-row">
              <div className="backup-row-words">
                {backup.at !== undefined && <time dateTime={backup.at}>{dayAndTime(backup.at, i18n.language)}</time>}
                <b>{visibleText(backup.name)}</b>
                {backup.state !== 'done' && (
                  <span className="backup-row-next">{t(`backups.host.state.${backup.state}`)}</span>
                )}
              </div>
              <span className="backup-row-size">{sizeText(backup.bytes, t)}</span>
              <Button
                size="s"
                icon="undo"
                disabled={busy || backup.state !== 'done'}
                aria-label={t('backups.host.restoreOf', { name: visibleText(backup.name) })}
                onClick={() => setOpen(backup)}
              >
                {t('backups.restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <HostRestoreDialog server={server} backup={open} mustType={mustType} onClose={() => setOpen(undefined)} />
      )}
    </section>
  )
}

interface HostRestoreProps extends HostBackupsProps {
  readonly backup: HostBackup
  readonly onClose: () => void
}

const HostRestoreDialog = ({ server, backup, mustType, onClose }: HostRestoreProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isDone, setDone] = useState(false)
  const { busy, error, send } = useRequest()
  const restore = async () => {
    const order = { id: server.id, backup: backup.id, typed: typed.trim() }
    const result = await send(attempt('backups:host-restore', order))
    if (result.ok) setDone(true)
  }
  const isReady = !busy && matchesSubject(typed, mustType)
  return (
    <Dialog title={t('backups.host.question', { name: visibleText(backup.name) })} onClose={onClose}>
      <p className="backup-dialog-text" role="status">
        {t(isDone ? 'backups.host.restored' : 'backups.host.replaces')}
      </p>
      {!isDone && (
        <TextField
          className="backup-dialog-typed"
          label={t('popUp.mustType', { name: visibleText(mustType) })}
          type={isSubjectRedacted(mustType) ? 'password' : 'text'}
          maxLength={256}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {error && <ErrorNote error={backupProblem(error, t)} />}
      <div className="dialog-buttons">
        <Button autoFocus disabled={busy} onClick={onClose}>
          {t(isDone ? 'backups.close' : 'backups.leave')}
        </Button>
        {!isDone && (
          <Button tone="danger" icon="undo" disabled={!isReady} onClick={() => void restore()}>
            {t(busy ? 'backups.restoring' : 'backups.restoreIt')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

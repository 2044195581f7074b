/**
 * Restore dialog: explains restoring a backup, restores it, then shows where the previous worlds are.
 *
 * Guards invariant 2: a critical action that one person decides needs a typed confirmation; main compares it.
 */

import type { BackupSummary, BackupsView } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { anyPlayers } from '@shared/servers/server-way.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { useRead } from '../../../ui/buttons/use-read.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { Dialog } from '../../../ui/layout/dialog.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { isSubjectRedacted, matchesSubject } from '../../../ui/text/subject-match.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { dayAndTime } from '../../../ui/time/clock-time.js'
import { onlineOn } from '../server-power.js'
import { backupProblem, sizeText } from './backup-text.js'

export interface RestoreDialogProps {
  readonly server: Server
  readonly backup: BackupSummary
  readonly view: BackupsView
  readonly onClose: () => void
}

export const RestoreDialog = ({ server, backup, view, onClose }: RestoreDialogProps) => {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isStopped, setStopped] = useState(false)
  const [done, setDone] = useState<'started' | 'stopped'>()
  const { busy, error, send, reset } = useRequest()
  const read = useRead(backup.id)
  const { mustType } = view
  const when = dayAndTime(backup.at, i18n.language)
  const mustConfirm = view.server === 'unknown'
  const mustStop = view.server === 'running' && server.power !== undefined
  const players = onlineOn(server)
  const isReady =
    read &&
    !busy &&
    (view.server !== 'running' || mustStop) &&
    (!(mustConfirm || mustStop) || isStopped) &&
    (mustType === undefined || matchesSubject(typed, mustType))
  const restore = async () => {
    reset()
    const order = {
      id: server.id,
      backup: backup.id,
      confirmedStopped: mustConfirm && isStopped,
      ...(mustStop && { stopFirst: { players: players ?? anyPlayers } }),
    }
    const result = await send(
      attempt('backups:restore', { ...order, ...(mustType !== undefined && { typed: typed.trim() }) }),
    )
    if (result.ok) setDone(mustStop ? 'started' : 'stopped')
  }
  if (done) {
    return (
      <Dialog title={t('backups.restored')} onClose={onClose}>
        <p className="backup-dialog-text" role="status">
          <Icon name="done" /> {t(done === 'started' ? 'backups.restoredStarted' : 'backups.restoredText')}
        </p>
        <div className="dialog-buttons">
          <Button autoFocus onClick={onClose}>
            {t('backups.close')}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('backups.restoreQuestion', { when })} onClose={onClose}>
      <ul className="backup-dialog-points">
        <li>{t('backups.restoreReplaces', { worlds: visibleText(backup.worlds.join(', ')) })}</li>
        <li>{t('backups.restoreKeeps')}</li>
        <li>{t('backups.restoreNeeds', { size: sizeText(backup.bytes, t) })}</li>
      </ul>
      {(mustConfirm || mustStop) && (
        <label className="backup-dialog-check">
          <input type="checkbox" checked={isStopped} onChange={({ target }) => setStopped(target.checked)} />
          <span>
            {!mustStop && t('backups.confirmStopped')}
            {mustStop &&
              (players === undefined ? t('backups.confirmStopUnknown') : t('backups.confirmStop', { count: players }))}
          </span>
        </label>
      )}
      {mustType !== undefined && (
        <TextField
          className="backup-dialog-typed"
          label={t('popUp.mustType', { name: visibleText(mustType) })}
          type={isSubjectRedacted(mustType) ? 'password' : 'text'}
          maxLength={256}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {view.running?.kind === 'restore' && view.running.progress && (
        <progress
          className="backup-dialog-progress"
          aria-label={t('backups.running.restore')}
          value={view.running.progress.filesDone}
          max={Math.max(1, view.running.progress.files)}
        />
      )}
      {error && <ErrorNote error={backupProblem(error, t)} />}
      <div className="dialog-buttons">
        <Button autoFocus disabled={busy} onClick={onClose}>
          {t('backups.leave')}
        </Button>
        <Button tone="danger" icon="undo" disabled={!isReady} onClick={() => void restore()}>
          {t(busy ? 'backups.restoring' : 'backups.restoreIt')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Remove dialog: asks before a backup is removed for good. */

import type { BackupSummary } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Dialog } from '../../../ui/layout/dialog.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { dayAndTime } from '../../../ui/time/clock-time.js'
import { backupProblem } from './backup-text.js'

export interface RemoveDialogProps {
  readonly server: Server
  readonly backup: BackupSummary
  readonly onClose: () => void
}

export const RemoveDialog = ({ server, backup, onClose }: RemoveDialogProps) => {
  const { t, i18n } = useTranslation()
  const { busy, error, send } = useRequest()
  const remove = async () => {
    const result = await send(attempt('backups:remove', { id: server.id, backup: backup.id }))
    if (result.ok) onClose()
  }
  return (
    <Dialog title={t('backups.removeQuestion', { when: dayAndTime(backup.at, i18n.language) })} onClose={onClose}>
      <p className="backup-dialog-text">{t('backups.removeText')}</p>
      {error && <ErrorNote error={backupProblem(error, t)} />}
      <div className="dialog-buttons">
        <Button autoFocus onClick={onClose}>
          {t('backups.keep')}
        </Button>
        <Button tone="danger" disabled={busy} onClick={() => void remove()}>
          {t('backups.remove')}
        </Button>
      </div>
    </Dialog>
  )
}

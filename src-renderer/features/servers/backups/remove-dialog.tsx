/** Remove dialog: asks before a backup is removed for good. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../../src-main/contract/generated/error.js'
import type { BackupSummary } from '../../../../src-main/contract/java-server.js'
import type { Server } from '../../../../src-main/contract/server.js'
import { attempt } from '../../../bridge.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ErrorNote } from '../../../ui/error-note.js'
import { backupProblem, whenWords } from './backup-words.js'

export interface RemoveDialogProps {
  readonly server: Server
  readonly backup: BackupSummary
  readonly onClose: () => void
}

export const RemoveDialog = ({ server, backup, onClose }: RemoveDialogProps) => {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const remove = async () => {
    setBusy(true)
    const result = await attempt('backups:remove', { id: server.id, backup: backup.id })
    setBusy(false)
    if (result.ok) onClose()
    else setError(result.error)
  }
  return (
    <Dialog title={t('backups.removeQuestion', { when: whenWords(backup.at, i18n.language) })} onClose={onClose}>
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

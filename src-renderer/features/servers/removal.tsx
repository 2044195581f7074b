/** Removal: asks before a server is removed, and says what goes with it; it can be taken back for a while after. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Server } from '../../../src-main/contract/server.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'

export interface RemovalProps {
  readonly server: Server
  readonly onKeep: () => void
  readonly onRemoved: () => void
}

export const Removal = ({ server, onKeep, onRemoved }: RemovalProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const remove = async () => {
    setBusy(true)
    const result = await attempt('servers:remove', { id: server.id })
    setBusy(false)
    if (result.ok) onRemoved()
    else setError(result.error)
  }
  return (
    <div className="server-removal" role="alertdialog" aria-label={t('servers.removeQuestion')}>
      <div className="server-removal-words">
        <b>{t('servers.removeQuestion')}</b>
        <p>{t(server.kind === 'simulator' ? 'servers.removeDemoText' : 'servers.removeText')}</p>
        {error && <ErrorNote error={error} />}
      </div>
      <Button size="s" autoFocus onClick={onKeep}>
        {t('servers.keep')}
      </Button>
      <Button size="s" tone="danger" disabled={busy} onClick={() => void remove()}>
        {t('servers.remove')}
      </Button>
    </div>
  )
}

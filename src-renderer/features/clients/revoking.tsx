/** Revoking: asks once more before a key is taken away. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../src-main/contract/client.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'

export const Revoking = ({ client, onKeep }: { readonly client: Client; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const revoke = async () => {
    setBusy(true)
    const result = await attempt('clients:revoke', { id: client.id })
    setBusy(false)
    if (!result.ok) setError(result.error)
  }
  return (
    <div className="client-revoking" role="alertdialog" aria-label={t('clients.revokeQuestion')}>
      <div>
        <b>{t('clients.revokeQuestion')}</b>
        <p>{t('clients.revokeText')}</p>
        {error && <ErrorNote error={error} />}
      </div>
      <Button size="s" autoFocus onClick={onKeep}>
        {t('clients.keep')}
      </Button>
      <Button size="s" tone="danger" disabled={busy} onClick={() => void revoke()}>
        {t('clients.revoke')}
      </Button>
    </div>
  )
}

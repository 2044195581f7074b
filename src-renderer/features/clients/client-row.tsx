/** Client row: who it is, what it may do, when it was last there, and the way to take its key away. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../src-main/contract/client.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { Avatar } from '../../ui/avatar.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Name } from '../../ui/name.js'
import { reachOf } from './new-key.js'
import { agoOf } from './time-ago.js'

const Revoking = ({ client, onKeep }: { readonly client: Client; readonly onKeep: () => void }) => {
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

export const ClientRow = ({ client }: { readonly client: Client }) => {
  const { t, i18n } = useTranslation()
  const [revoking, setRevoking] = useState(false)
  const reach = reachOf(client.grants)
  const used = client.lastUsedAt && agoOf(client.lastUsedAt, Date.now(), i18n.language)
  return (
    <li className="client-row">
      <div className="client-row-line">
        <Avatar caller={{ type: 'model', id: client.id, name: client.name }} />
        <div className="client-row-names">
          <Name text={client.name} className="client-row-name" />
          <span className="client-row-about">
            {reach ? t(`clients.may.${reach}`) : <Name text={client.grants.join(' ')} className="mono" />}
            <span aria-hidden="true">·</span>
            {client.cameBy === 'oauth' && (
              <>
                {t('clients.byOAuth')}
                <span aria-hidden="true">·</span>
              </>
            )}
            {t('clients.rate', { count: client.callsPerMinute })}
          </span>
        </div>
        <span className="client-row-used" title={client.lastUsedAt}>
          {used ? t('clients.used', { ago: used }) : t('clients.neverUsed')}
        </span>
        <Button
          tone="quiet"
          size="s"
          aria-label={t('clients.revokeNamed', { name: client.name })}
          aria-expanded={revoking}
          onClick={() => setRevoking(!revoking)}
        >
          {t('clients.revoke')}
        </Button>
      </div>
      {revoking && <Revoking client={client} onKeep={() => setRevoking(false)} />}
    </li>
  )
}

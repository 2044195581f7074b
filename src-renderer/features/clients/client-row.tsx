/** Client row: who it is, what it may do, when it was last there, and the ways to change that and to take its key away. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../src-main/contract/client.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { Avatar } from '../../ui/avatar.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Name } from '../../ui/name.js'
import { agoOf } from '../../ui/relative-time.js'
import { visibleText } from '../../ui/visible-text.js'
import { AccessLine } from './access-line.js'
import { EditAccess } from './edit-access.js'

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
  const [open, setOpen] = useState<'editing' | 'revoking'>()
  const close = () => setOpen(undefined)
  const name = visibleText(client.name)
  const used = client.lastUsedAt && agoOf(client.lastUsedAt, Date.now(), i18n.language)
  return (
    <li className="client-row">
      <div className="client-row-line">
        <Avatar caller={{ type: 'model', id: client.id, name: client.name }} />
        <div className="client-row-names">
          <Name text={client.name} className="client-row-name" />
          <AccessLine access={client} />
          {client.cameBy === 'oauth' && <span className="client-row-about">{t('clients.byOAuth')}</span>}
        </div>
        <span className="client-row-used" title={client.lastUsedAt}>
          {used ? t('clients.used', { ago: used }) : t('clients.neverUsed')}
        </span>
        <div className="client-row-buttons">
          <Button
            tone="quiet"
            size="s"
            aria-label={t('clients.editNamed', { name })}
            aria-expanded={open === 'editing'}
            onClick={() => setOpen(open === 'editing' ? undefined : 'editing')}
          >
            {t('clients.edit')}
          </Button>
          <Button
            tone="quiet"
            size="s"
            aria-label={t('clients.revokeNamed', { name: client.name })}
            aria-expanded={open === 'revoking'}
            onClick={() => setOpen(open === 'revoking' ? undefined : 'revoking')}
          >
            {t('clients.revoke')}
          </Button>
        </div>
      </div>
      {open === 'editing' && <EditAccess client={client} name={name} onClose={close} />}
      {open === 'revoking' && <Revoking client={client} onKeep={close} />}
    </li>
  )
}

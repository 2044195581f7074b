/** Client row: name, rights and last activity of a client, with Edit and Revoke. */

import type { Client } from '@shared/clients/client.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askingPauses, connectedClients as guestFeed } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { Avatar } from '../../ui/names/avatar.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import { agoOf } from '../../ui/time/relative-time.js'
import { AccessLine } from './access-line.js'
import { EditAccess } from './edit-access.js'
import { RevokeConfirmation } from './revoke-confirmation.js'

export interface ClientRowProps {
  readonly client: Client
  /** Its role is named for the first time on the screen. */
  readonly explained: boolean
}

export const ClientRow = ({ client, explained }: ClientRowProps) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'editing' | 'revoking' | undefined>(undefined)
  const close = () => setOpen(undefined)
  const name = visibleText(client.name)
  const connected = guestFeed.use((feed) => feed.value.some((one) => one.clientId === client.id && one.connected))
  const paused = askingPauses.use((feed) => feed.value.find((pause) => pause.client.id === client.id))
  const used = client.lastUsedAt && agoOf(client.lastUsedAt, Date.now(), i18n.language)
  return (
    <li className="client-row">
      <div className="client-row-line">
        <Avatar caller={{ type: 'model', id: client.id, name: client.name }} />
        <div className="client-row-names">
          <button
            type="button"
            className="client-row-link"
            aria-label={t('clientPage.open', { name })}
            onClick={() => goTo({ screen: 'clients', about: client.id })}
          >
            <Name text={client.name} className="client-row-name" />
            {connected && (
              <>
                <StatusDot silent state="online" />
                <span className="visually-hidden">{t('connect.connected')}</span>
              </>
            )}
          </button>
          {paused && <span className="client-row-paused">{t('asking.short', { time: minuteTime(paused.until) })}</span>}
          <AccessLine access={client} explained={explained} />
          {client.cameBy === 'oauth' && <span className="client-row-about">{t('clients.byOAuth')}</span>}
          {client.keyName !== undefined && <span className="client-row-about">{t('clientPage.byBridgeKey')}</span>}
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
      {open === 'revoking' && <RevokeConfirmation client={client} onKeep={close} />}
    </li>
  )
}

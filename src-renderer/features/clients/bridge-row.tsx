/** Bridge row: the rights of programs that connect through the bridge, without a key. */

import type { BridgeClient } from '@shared/clients/client.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { Icon } from '../../ui/theme/icon.js'
import { AccessLine } from './access-line.js'
import { EditAccess } from './edit-access.js'

export const BridgeRow = ({ bridge }: { readonly bridge: BridgeClient }) => {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const name = t('clients.bridgeName')
  return (
    <section className="client-row" aria-label={name}>
      <div className="client-row-line">
        <Icon name="plug" size={24} />
        <div className="client-row-names">
          <span className="client-row-name">{name}</span>
          <AccessLine access={bridge} explained />
          <span className="client-row-means">{t('clients.bridge')}</span>
        </div>
        <span />
        <Button
          tone="quiet"
          size="s"
          aria-label={t('clients.editNamed', { name })}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          {t('clients.edit')}
        </Button>
      </div>
      {editing && <EditAccess client={bridge} name={name} onClose={() => setEditing(false)} />}
    </section>
  )
}

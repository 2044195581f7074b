/** Revoke confirmation: asks for confirmation before a key is revoked. */

import type { Client } from '@shared/clients/client.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Confirm } from '../../ui/layout/confirm.js'

export const RevokeConfirmation = ({ client, onKeep }: { readonly client: Client; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  return (
    <div>
      <Confirm
        question={t('clients.revokeQuestion')}
        text={t('clients.revokeText')}
        keep={t('clients.keep')}
        act={t('clients.revoke')}
        busy={busy}
        error={error}
        onKeep={onKeep}
        onAct={() => void send(attempt('clients:revoke', { id: client.id }))}
      />
    </div>
  )
}

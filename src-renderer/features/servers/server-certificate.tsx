/** Server certificate: the encryption of the connection, and the trusted certificate, which can be removed. */

import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { isExposed } from './new-server.js'

export const ServerCertificate = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const { id, address = '', certificate } = server
  const forget = () => send(attempt('servers:forget-certificate', { id }))
  if (!/^wss:/iu.test(address)) {
    return <p>{t(isExposed(address) ? 'serverCare.certificate.exposed' : 'serverCare.certificate.plain')}</p>
  }
  if (certificate === undefined) return <p>{t('serverCare.certificate.authority')}</p>
  return (
    <div className="server-certificate">
      <p>{t('serverCare.certificate.pinned')}</p>
      <code className="mono">{certificate}</code>
      {error && <ErrorNote error={error} quiet />}
      <Button size="s" disabled={busy} onClick={() => void forget()}>
        {t('serverCare.certificate.forget')}
      </Button>
    </div>
  )
}

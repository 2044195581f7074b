/** Server certificate: how the connection is protected, and the certificate that a person trusted, shown and forgotten. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Server } from '../../../src-main/contract/server.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { isExposed } from './new-server.js'

export const ServerCertificate = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const { id, address = '', certificate } = server
  const forget = async () => {
    setBusy(true)
    const result = await attempt('servers:forget-certificate', { id })
    setBusy(false)
    setError(result.ok ? undefined : result.error)
  }
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

/** Java check: tries the connection to a Java server and lists why it doesn't work, each with a button for the one thing to do. */

import type { JavaFinding } from '@shared/servers/java-finding.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { javaDoctorTitle } from '../../sentences/java-finding.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { JavaFindings } from './java-findings.js'
import type { NewServerField } from './new-server.js'

export interface JavaCheckProps {
  readonly id: string
  /** Opens the form of the server at this field. */
  readonly onEdit: (field: NewServerField) => void
}

export const JavaCheck = ({ id, onEdit }: JavaCheckProps) => {
  const { t } = useTranslation()
  const [findings, setFindings] = useState<readonly JavaFinding[]>()
  const { busy, error, send } = useRequest()
  const check = async () => {
    const result = await send(attempt('java:check', { id }))
    setFindings(result.ok ? result.value : undefined)
  }
  const changed = async (
    change: { readonly plainTextConfirmed: true } | { readonly managementCertificate: string },
  ) => {
    const result = await send(attempt('servers:edit', { id, ...change }))
    if (result.ok) await check()
  }
  const act = async ({ act, details }: JavaFinding) => {
    switch (act) {
      case 'edit-address':
        return onEdit('address')
      case 'enter-password':
        return onEdit('token')
      case 'set-up':
        return goTo({ screen: 'servers', adding: true })
      case 'confirm-plain-text':
        return changed({ plainTextConfirmed: true })
      case 'trust-certificate':
        return changed({ managementCertificate: String(details?.fingerprint) })
      default:
        void attempt('servers:reconnect', { id })
        return check()
    }
  }
  return (
    <div className="java-check">
      <Button size="s" icon="plug" disabled={busy} onClick={() => void check()}>
        {t(busy ? 'serverCare.testing' : 'serverCare.test')}
      </Button>
      <div role="status" aria-label={t('serverCare.test')}>
        {findings && <p className="java-check-title">{javaDoctorTitle(findings, t)}</p>}
        {findings && findings.length > 0 && (
          <JavaFindings findings={findings} busy={busy} onAct={(finding) => void act(finding)} />
        )}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}

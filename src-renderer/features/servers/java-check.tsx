/** Java check: tries the connection to a Java server and lists why it doesn't work, each with a button for the one thing to do. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { JavaFinding } from '../../../src-main/contract/java-finding.js'
import { attempt } from '../../bridge.js'
import { javaDoctorTitle, javaFindingWords } from '../../sentences/java-finding.js'
import { goTo } from '../../state/place.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { visibleText } from '../../ui/visible-text.js'
import type { NewServerField } from './new-server.js'
import './java-check.css'

export interface JavaCheckProps {
  readonly id: string
  /** Opens the form of the server at this field. */
  readonly onEdit: (field: NewServerField) => void
}

export const JavaCheck = ({ id, onEdit }: JavaCheckProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [findings, setFindings] = useState<readonly JavaFinding[]>()
  const [error, setError] = useState<ContractError>()
  const check = async () => {
    setBusy(true)
    const result = await attempt('java:check', { id })
    setBusy(false)
    setFindings(result.ok ? result.value : undefined)
    setError(result.ok ? undefined : result.error)
  }
  const changed = async (
    change: { readonly plainTextConfirmed: true } | { readonly managementCertificate: string },
  ) => {
    setBusy(true)
    const result = await attempt('servers:edit', { id, ...change })
    if (result.ok) return check()
    setBusy(false)
    setError(result.error)
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
          <ul>
            {findings.map((finding) => {
              const { what, next, act: label } = javaFindingWords(finding, t)
              return (
                <li key={`${finding.kind} ${finding.details?.port ?? ''}`} className={finding.weight}>
                  <Icon name={finding.weight === 'cause' ? 'warning' : 'ask'} size={14} />
                  <div>
                    <b>{visibleText(what)}</b>
                    <p>{visibleText(next)}</p>
                  </div>
                  {label !== undefined && (
                    <Button size="s" disabled={busy} onClick={() => void act(finding)}>
                      {label}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}

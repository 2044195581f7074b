/** Java check: tries the connection to a Java server and lists why it doesn't work, each with the one thing to do. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { JavaFinding } from '../../../src-main/contract/java-finding.js'
import { attempt } from '../../bridge.js'
import { javaDoctorTitle, javaFindingWords } from '../../sentences/java-finding.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { visibleText } from '../../ui/visible-text.js'
import './java-check.css'

export const JavaCheck = ({ id }: { readonly id: string }) => {
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
              const { what, next } = javaFindingWords(finding, t)
              return (
                <li key={finding.kind} className={finding.weight}>
                  <Icon name={finding.weight === 'cause' ? 'warning' : 'ask'} size={14} />
                  <div>
                    <b>{visibleText(what)}</b>
                    <p>{visibleText(next)}</p>
                  </div>
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

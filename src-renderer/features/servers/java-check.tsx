/** Java check: tries the connection to a Java server and lists why it doesn't work, each with a button for the one thing to do. */

import type { ContractError } from '@contract/generated/error.js'
import type { JavaFinding } from '@shared/servers/java-finding.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { javaDoctorTitle } from '../../sentences/java-finding.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { JavaFindings } from './java-findings.js'
import type { NewServerField } from './new-server.js'

/** A test of one Java server, and its result. */
export interface JavaCheckState {
  readonly busy: boolean
  readonly findings: readonly JavaFinding[] | undefined
  readonly error: ContractError | undefined
  readonly run: () => Promise<void>
  /** Changes the server as a finding says, and tests again. */
  readonly change: (
    change: { readonly plainTextConfirmed: true } | { readonly managementCertificate: string },
  ) => Promise<void>
  /** Connects and tests again. */
  readonly reconnect: () => Promise<void>
}

export const useJavaCheck = (id: string): JavaCheckState => {
  const [findings, setFindings] = useState<readonly JavaFinding[]>()
  const { busy, error, send } = useRequest()
  const run = async () => {
    const result = await send(attempt('java:check', { id }))
    setFindings(result.ok ? result.value : undefined)
  }
  return {
    busy,
    findings,
    error,
    run,
    change: async (change) => {
      const result = await send(attempt('servers:edit', { id, ...change }))
      if (result.ok) await run()
    },
    reconnect: () => {
      void attempt('servers:reconnect', { id })
      return run()
    },
  }
}

export interface JavaCheckProps {
  readonly check: JavaCheckState
  /** Opens the form of the server at this field. */
  readonly onEdit: (field: NewServerField) => void
}

export const JavaCheck = ({ check: { busy, findings, error, change, reconnect }, onEdit }: JavaCheckProps) => {
  const { t } = useTranslation()
  const act = ({ act, details }: JavaFinding) => {
    switch (act) {
      case 'edit-address':
        return onEdit('address')
      case 'enter-password':
        return onEdit('token')
      case 'set-up':
        return goTo({ screen: 'servers', adding: true })
      case 'confirm-plain-text':
        return void change({ plainTextConfirmed: true })
      case 'trust-certificate':
        return void change({ managementCertificate: String(details?.fingerprint) })
      default:
        return void reconnect()
    }
  }
  return (
    <div className="java-check">
      <div role="status" aria-label={t('serverCare.test')}>
        {findings && <p className="java-check-title">{javaDoctorTitle(findings, t)}</p>}
        {findings && findings.length > 0 && <JavaFindings findings={findings} busy={busy} onAct={act} />}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}

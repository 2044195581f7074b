/**
 * Certificate card: the fingerprint that a server shows, for a person to compare and to trust.
 *
 * What is trusted is what is read here: the click names the fingerprint on the card, not whatever the server shows by then.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { visibleText } from '../../ui/visible-text.js'
import './certificate-card.css'

export interface CertificateCardProps {
  readonly serverId: string
  /** AUTH.CERTIFICATE_UNKNOWN or AUTH.CERTIFICATE_CHANGED. */
  readonly problem: ContractError
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? visibleText(value) : undefined)

export const CertificateCard = ({ serverId, problem }: CertificateCardProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const fingerprint = textOf(problem.details?.fingerprint)
  const trusted = textOf(problem.details?.trusted)

  const trust = async (seen: string) => {
    setBusy(true)
    const result = await attempt('servers:trust-certificate', { id: serverId, fingerprint: seen })
    setBusy(false)
    setError(result.ok ? undefined : result.error)
  }

  return (
    <section className="certificate-card" aria-label={t('certificate.title')}>
      <ErrorNote error={problem} quiet />
      {fingerprint && (
        <>
          <dl>
            {trusted && (
              <>
                <dt>{t('certificate.trusted')}</dt>
                <dd className="mono">{trusted}</dd>
              </>
            )}
            <dt>{t('certificate.shown')}</dt>
            <dd className="mono">{fingerprint}</dd>
          </dl>
          {error && <ErrorNote error={error} />}
          <Button size="s" tone={trusted ? 'danger' : 'plain'} disabled={busy} onClick={() => void trust(fingerprint)}>
            {t(trusted ? 'certificate.trustNew' : 'certificate.trust')}
          </Button>
        </>
      )}
    </section>
  )
}

/**
 * Certificate card: shows the fingerprint of a server's certificate, to compare and trust.
 *
 * The click sends the fingerprint on the card, so that a certificate changed meanwhile is not trusted.
 */

import type { ContractError } from '@contract/generated/error.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { visibleText } from '../../ui/text/visible-text.js'
import './certificate-card.css'
import { useRequest } from '../../state/use-request.js'

export interface CertificateCardProps {
  readonly serverId: string
  /** AUTH.CERTIFICATE_UNKNOWN or AUTH.CERTIFICATE_CHANGED. */
  readonly problem: ContractError
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? visibleText(value) : undefined)

export const CertificateCard = ({ serverId, problem }: CertificateCardProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const fingerprint = textOf(problem.details?.fingerprint)
  const trusted = textOf(problem.details?.trusted)

  const trust = (seen: string) => send(attempt('servers:trust-certificate', { id: serverId, fingerprint: seen }))

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

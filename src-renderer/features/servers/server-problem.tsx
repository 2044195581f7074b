/** Server problem: why a server is offline or limited, and what to do, in the language of the screen. */

import { errorCatalogue, isErrorCode } from '@contract/error-catalogue.js'
import type { ContractError } from '@contract/generated/error.js'
import type { Server } from '@shared/servers/server.js'
import { questionOf } from '@shared/servers/server-way.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { type FieldProblem, remarksOn } from './problem-remarks.js'
import './server-row.css'
import './certificate-card.css'

/** The general words of its code, where a remark says the rest. */
function reported(problem: ContractError, remarks: readonly FieldProblem[]): ContractError {
  if (remarks.length === 0 || !isErrorCode(problem.code)) return problem
  if (problem.code.startsWith('PROTOCOL.INVALID')) return problem
  const { message, suggestion } = errorCatalogue[problem.code]
  return { ...problem, message, suggestion }
}

/** What a server that runs elsewhere asks is asked by its check. */
function problemToShow({ state, problem, way }: Server): ContractError | undefined {
  if (!problem || (state !== 'offline' && state !== 'connecting')) return undefined
  return way && state === 'offline' && questionOf(problem) ? undefined : problem
}

export const ServerProblem = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const problem = problemToShow(server)
  const isOlder = server.contract === 'degraded' && server.state !== 'offline'
  const strain = server.state === 'degraded' ? server.strain : undefined
  if (!problem && !isOlder && !strain) return null
  const remarks = problem ? remarksOn(problem) : []
  return (
    <div className="server-row-problem">
      {strain && (
        <div className="server-older">
          <Icon name="warning" size={14} />
          <p>
            <b>{t(`serverCare.strain.${strain}.short`)}</b>
            <Gap />
            {t(`serverCare.strain.${strain}.text`)}
          </p>
        </div>
      )}
      {problem &&
        (problem.code.startsWith('AUTH.CERTIFICATE_') && server.way === undefined ? (
          <CertificateCard serverId={server.id} problem={problem} />
        ) : (
          <ErrorNote error={reported(problem, remarks)} quiet />
        ))}
      {remarks.map(({ key, values }) => (
        <p key={key}>{visibleText(t(key, values))}</p>
      ))}
      {isOlder && (
        <div className="server-older">
          <Icon name="warning" size={14} />
          <p>{t('servers.olderContract')}</p>
        </div>
      )}
    </div>
  )
}

interface CertificateCardProps {
  readonly serverId: string
  /** AUTH.CERTIFICATE_UNKNOWN or AUTH.CERTIFICATE_CHANGED. */
  readonly problem: ContractError
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? visibleText(value) : undefined)

/**
 * The fingerprint of a server's certificate, to compare and trust.
 *
 * The click sends the fingerprint on the card, so that a certificate changed meanwhile is not trusted.
 */
const CertificateCard = ({ serverId, problem }: CertificateCardProps) => {
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

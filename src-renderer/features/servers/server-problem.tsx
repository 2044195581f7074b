/** Server problem: why a server is offline or limited, and what to do, in the language of the screen. */

import { errorCatalogue, isErrorCode } from '@contract/error-catalogue.js'
import type { ContractError } from '@contract/generated/error.js'
import type { Server } from '@shared/servers/server.js'
import { questionOf } from '@shared/servers/server-way.js'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { CertificateCard } from './certificate-card.js'
import { type FieldProblem, remarksOn } from './problem-remarks.js'
import './server-row.css'

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

/** Server capabilities: the actions of the server by risk, and those that the gateway refused. */

import { type Server, waitingOn } from '@shared/servers/server.js'
import { coreDescriptionKey, coreNameKey } from '@shared/words/core-words.js'
import { useTranslation } from 'react-i18next'
import { CapabilityLink } from '../../ui/names/capability-link.js'
import { RiskBadge } from '../../ui/names/risk-badge.js'
import { LongText } from '../../ui/text/long-text.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import './server-row.css'

const RefusedName = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const key = coreNameKey(id)
  return key === undefined ? <Name text={id} className="mono" /> : <span>{t(key)}</span>
}

/** Why nothing is listed. */
const emptyKey = (server: Server): string => {
  if (waitingOn(server).length > 0) return 'servers.offersAfterAccepting'
  return server.state === 'online' || server.state === 'degraded' ? 'servers.offersNone' : 'servers.offersNothing'
}

export const ServerCapabilities = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const nameOf = ({ id, name }: Server['capabilities'][number]): string => {
    const key = coreNameKey(id)
    return key === undefined ? name : t(key)
  }
  const descriptionOf = ({ id, description }: Server['capabilities'][number]): string => {
    const key = coreDescriptionKey(id)
    return key === undefined ? visibleText(description) : t(key)
  }
  return (
    <div className="server-capabilities">
      {server.lost && (
        <>
          <h2>{t('servers.lost', { count: server.lost.length })}</h2>
          <p>{t('servers.lostNext')}</p>
          <ul>
            {server.lost.map((id) => (
              <li key={id} className="server-refusal">
                <RefusedName id={id} />
              </li>
            ))}
          </ul>
        </>
      )}
      {server.refused.length > 0 && (
        <>
          <h2>
            {t(server.kind === 'java' || server.kind === 'bedrock' ? 'servers.notAvailable' : 'servers.refusedTitle')}
          </h2>
          <ul>
            {server.refused.map(({ id, reason, lack }) => (
              <li key={id} className="server-refusal">
                <RefusedName id={id} />
                <LongText text={lack ? t(`lack.${lack}`) : visibleText(reason)} limit={240} expandable />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{t('servers.offers')}</h2>
      {server.capabilities.length === 0 ? (
        <p>{t(emptyKey(server))}</p>
      ) : (
        <ul className="server-offers">
          {server.capabilities.map((capability) => (
            <li key={`${capability.id} ${capability.version}`}>
              <RiskBadge risk={capability.risk?.level ?? 'critical'} size="mark" />
              <div>
                <p className="server-offer-name">
                  <CapabilityLink id={capability.id} text={nameOf(capability)} />
                </p>
                <LongText text={descriptionOf(capability)} limit={160} className="server-offer-text" />
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

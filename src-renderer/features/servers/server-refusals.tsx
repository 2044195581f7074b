/** Server refusals: the actions that the server no longer offers, and those that the gateway refused. */

import type { Server } from '@shared/servers/server.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { useTranslation } from 'react-i18next'
import { LongText } from '../../ui/text/long-text.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import './server-row.css'

const RefusedName = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const key = coreNameKey(id)
  return key === undefined ? <Name text={id} className="mono" /> : <span>{t(key)}</span>
}

export const ServerRefusals = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  if (!server.lost && server.refused.length === 0) return null
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
    </div>
  )
}

/** Server row: one server at a glance; everything about it is one click away. */

import { refusedOn, type Server } from '@shared/servers/server.js'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { goToServer } from '../../state/navigation.js'
import { unchosenOn } from '../../state/unaccepted.js'
import { errorText } from '../../ui/messages/error-text.js'
import { ServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { LongText } from '../../ui/text/long-text.js'
import { Name } from '../../ui/text/name.js'
import { Icon } from '../../ui/theme/icon.js'
import { ServerFigures } from './server-figures.js'
import { shownStateOf } from './server-state.js'
import './server-row.css'

/** Its problem, in one line. */
const useReason = ({ state, problem, strain }: Server): string | undefined => {
  const { t } = useTranslation()
  if (state === 'degraded' && strain) return t(`serverCare.strain.${strain}.short`)
  return state !== 'online' && problem ? errorText(problem, t).message : undefined
}

/** Rendered again only when this server changed: of hundreds, most have not. */
export const ServerRow = memo(({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const reason = useReason(server)
  const waiting = unchosenOn(server).length
  const refused = refusedOn(server).length
  const lost = server.lost?.length ?? 0
  return (
    <button type="button" className="server-row server-row-name" onClick={() => goToServer(server.id)}>
      <span className="server-row-names">
        <span className="server-row-title">
          <StatusDot state={server.state} silent />
          <ServerName server={server} />
          <span className={`server-row-state ${server.state}`}>{t(`server.state.${shownStateOf(server)}`)}</span>
        </span>
        <span className="server-row-about">
          {server.software && <Name text={server.software} />}
          {server.software && <span aria-hidden="true">·</span>}
          {server.kind === 'simulator' ? (
            <span>{t('servers.demo')}</span>
          ) : (
            <Name text={server.address ?? ''} className="mono" />
          )}
        </span>
        {reason && (
          <span className="server-row-reason">
            <LongText text={reason} limit={160} />
          </span>
        )}
        {(waiting > 0 || refused > 0 || lost > 0) && (
          <span className="server-row-marks">
            {waiting > 0 && (
              <span className="server-row-waiting">
                <Icon name="shield" size={14} />
                {t('serverCare.waiting', { count: waiting })}
              </span>
            )}
            {refused > 0 && (
              <span className="server-row-refused">
                <Icon name="warning" size={14} />
                {t('servers.refused', { count: refused })}
              </span>
            )}
            {lost > 0 && (
              <span className="server-row-refused">
                <Icon name="warning" size={14} />
                {t('servers.lost', { count: lost })}
              </span>
            )}
          </span>
        )}
      </span>
      <ServerFigures server={server} />
      <Icon name="right" size={14} className="server-row-open" />
    </button>
  )
})

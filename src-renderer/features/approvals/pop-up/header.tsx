/** Header: the client, the server, the risk, and the position among several questions. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { confusionOf } from '@shared/text/confusable-name.js'
import { useTranslation } from 'react-i18next'
import { serverStates } from '../../../state/feeds.js'
import { Tooltip } from '../../../ui/layout/tooltip.js'
import { Avatar } from '../../../ui/names/avatar.js'
import { CallerName } from '../../../ui/names/caller-name.js'
import { CallerNote } from '../../../ui/names/caller-note.js'
import { RiskBadge } from '../../../ui/names/risk-badge.js'
import { ServerName } from '../../../ui/names/server-name.js'
import { StatusDot } from '../../../ui/names/status-dot.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'

export interface HeaderProps {
  readonly question: OpenApproval
  /** From 1. */
  readonly place: number
  readonly places: number
  readonly onTurn: (by: 1 | -1) => void
  readonly onStack: () => void
  readonly locked: boolean
}

export const Header = ({ question, place, places, onTurn, onStack, locked }: HeaderProps) => {
  const { t } = useTranslation()
  const { caller, server, risk } = question
  const state = serverStates.use((feed) => feed.value.find((known) => known.id === server.id)?.state)
  const confusionOfCaller = confusionOf(caller.name)
  const confusionOfServer = confusionOf(server.name)
  return (
    <header className="pop-up-header">
      {places > 1 && (
        <div className="pop-up-pager">
          <span>{t('popUp.place', { place, places })}</span>
          <button type="button" className="pop-up-all" disabled={locked} onClick={onStack}>
            {t('stack.open', { count: places })}
          </button>
          <Tooltip text={t('popUp.previous')} keys="Alt ↑">
            <button
              type="button"
              aria-label={t('popUp.previous')}
              aria-keyshortcuts="Alt+ArrowUp"
              disabled={locked || place === 1}
              onClick={() => onTurn(-1)}
            >
              <Icon name="left" size={12} />
            </button>
          </Tooltip>
          <Tooltip text={t('popUp.next')} keys="Alt ↓">
            <button
              type="button"
              aria-label={t('popUp.next')}
              aria-keyshortcuts="Alt+ArrowDown"
              disabled={locked || place === places}
              onClick={() => onTurn(1)}
            >
              <Icon name="right" size={12} />
            </button>
          </Tooltip>
        </div>
      )}
      <div className="pop-up-who">
        <Avatar caller={caller} alarm={risk === 'critical'} />
        <div className="pop-up-names">
          <CallerName caller={caller} className="pop-up-caller" />
          <div className="pop-up-claim">
            <CallerNote caller={caller} />
            {confusionOfCaller && <span className="tone-gold"> {t(`confusable.${confusionOfCaller}`)}</span>}
          </div>
          <div className="pop-up-server">
            {state && <StatusDot state={state} />}
            <ServerName server={server} />
            {confusionOfServer && <span className="tone-gold">{t(`confusable.${confusionOfServer}`)}</span>}
            {server.software && (
              <>
                <span aria-hidden="true">·</span>
                <Name text={server.software} className="pop-up-software" />
              </>
            )}
          </div>
        </div>
        <RiskBadge risk={risk} />
      </div>
    </header>
  )
}

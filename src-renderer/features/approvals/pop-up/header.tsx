/** Header: who asks, where, what would happen in a sentence, and why it asks. It never scrolls. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { confusionOf } from '@shared/text/confusable-name.js'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { serverStates } from '../../../state/feeds.js'
import { useGateway } from '../../../state/gateway.js'
import { Tooltip } from '../../../ui/layout/tooltip.js'
import { Avatar } from '../../../ui/names/avatar.js'
import { CallerName } from '../../../ui/names/caller-name.js'
import { callerNote } from '../../../ui/names/caller-note.js'
import { ServerName } from '../../../ui/names/server-name.js'
import { StatusDot } from '../../../ui/names/status-dot.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'
import { type DescribedRequest, maxWordLength } from '../question-facts.js'
import { RiskLine } from '../risk-line.js'

export interface PagerProps {
  /** From 1. */
  readonly place: number
  readonly places: number
  readonly onTurn: (by: 1 | -1) => void
  readonly onStack: () => void
  readonly locked: boolean
}

const Pager = ({ place, places, onTurn, onStack, locked }: PagerProps) => {
  const { t } = useTranslation()
  return (
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
  )
}

export interface HeaderProps extends PagerProps, DescribedRequest {
  readonly question: OpenApproval
  readonly heading: Ref<HTMLHeadingElement>
}

export const Header = ({ question, sentence, change, heading, ...pager }: HeaderProps) => {
  const { t } = useTranslation()
  const gateway = useGateway((known) => known.gateway)
  const { caller, server, risk } = question
  const state = serverStates.use((feed) => feed.value.find((known) => known.id === server.id)?.state)
  const confusionOfCaller = confusionOf(caller.name)
  const confusionOfServer = confusionOf(server.name)
  const note = callerNote(caller, t)
  return (
    <header className="pop-up-header">
      {gateway && (
        <p className="pop-up-gateway">
          <Icon name="server" size={12} /> <Name text={gateway.name} />
        </p>
      )}
      {pager.places > 1 && <Pager {...pager} />}
      <div className="pop-up-who">
        <Avatar caller={caller} alarm={risk === 'critical'} />
        <div className="pop-up-names">
          <CallerName caller={caller} className="pop-up-caller" />
          {(note !== undefined || confusionOfCaller) && (
            <div className="pop-up-claim">
              {note !== undefined && <bdi>{note}</bdi>}
              {confusionOfCaller && <span className="tone-gold"> {t(`confusable.${confusionOfCaller}`)}</span>}
            </div>
          )}
        </div>
        <div className="pop-up-server">
          {state && <StatusDot state={state} />}
          <ServerName server={server} />
          {confusionOfServer && <span className="tone-gold">{t(`confusable.${confusionOfServer}`)}</span>}
        </div>
      </div>
      <h1 id="question" tabIndex={-1} ref={heading}>
        <SentenceText sentence={sentence} limit={maxWordLength} expandable />
      </h1>
      <RiskLine question={question} id="risk" />
    </header>
  )
}

/** Feed row: one event, or one request in the state it has now, on one line; it opens to what happened. */

import type { LiveEntry } from '@shared/trail/live.js'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { entrySentence } from '../../sentences/entry-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { approvals, calls, servers } from '../../state/feeds.js'
import { UndoButton } from '../../ui/buttons/undo-button.js'
import { errorText } from '../../ui/messages/error-text.js'
import { useRefusalText } from '../../ui/messages/refusal.js'
import { Avatar } from '../../ui/names/avatar.js'
import { ServerName } from '../../ui/names/server-name.js'
import { Icon } from '../../ui/theme/icon.js'
import { fullTime, minuteTime } from '../../ui/time/clock-time.js'
import { appearanceOf, type EntryAppearance, type OpenState } from './entry-appearance.js'
import { isOfAi, isRequest } from './feed-filter.js'
import { RowDetails } from './row-details.js'

export interface FeedRowProps {
  readonly entry: LiveEntry
  readonly expanded: boolean
  readonly onToggle: (id: string) => void
}

/** A request waits until a person answers, and runs until its end is in the log. */
const useOpenState = (entry: LiveEntry): OpenState => {
  const waits = approvals.use((feed) => entry.kind === 'asked' && feed.value.some(({ id }) => id === entry.approvalId))
  const stage = calls.use((feed) =>
    entry.kind === 'asked' ? feed.value.find(({ requestId }) => requestId === entry.requestId)?.stage : undefined,
  )
  if (waits || stage === 'waiting-for-person') return 'waiting'
  return stage === undefined ? 'unknown' : 'running'
}

/** By the name that the server has now. */
const RowServer = ({ server }: { readonly server: LiveEntry['server'] | undefined }) => {
  const known = servers.use(({ stableServers }) => stableServers.find(({ id }) => id === server?.id))
  const named = known ?? server
  return named ? <ServerName server={named} className="feed-row-server" /> : <span />
}

/** A waiting request is reviewed by a click on its outcome. */
const Outcome = ({ entry, look }: { readonly entry: LiveEntry; readonly look: EntryAppearance }) => {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  if (look.outcome === undefined) return null
  if (entry.kind === 'asked' && look.outcome === 'note.waiting') {
    return (
      <button
        type="button"
        className="feed-row-outcome feed-row-review"
        onClick={() => void attempt('approvals:show', { id: entry.approvalId })}
      >
        {t(look.outcome)}
      </button>
    )
  }
  return (
    <span className="feed-row-outcome" title={look.refused && refusalText(look.refused)}>
      {t(look.outcome)}
    </span>
  )
}

export const FeedRow = memo(({ entry, expanded, onToggle }: FeedRowProps) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const nameOf = useCapabilityName()
  const state = useOpenState(entry)
  const failure = entry.kind === 'call' && entry.error && !entry.refused ? errorText(entry.error, t) : undefined
  const look = appearanceOf(entry, state)
  return (
    <div className={`feed-row ${isOfAi(entry) ? `ai tone-${look.tone}` : ''} ${expanded ? 'expanded' : ''}`}>
      <div className="feed-row-line">
        <time className="mono" dateTime={entry.at} title={fullTime(entry.at, i18n.language)}>
          {minuteTime(entry.at)}
        </time>
        <RowServer server={entry.server} />
        {isRequest(entry) ? (
          <Avatar caller={entry.caller} size="s" alarm={look.tone === 'redstone'} />
        ) : (
          <Icon name={look.icon} className={`tone-${look.tone}`} />
        )}
        <div className="feed-row-words" id={id}>
          <SentenceText sentence={entrySentence(entry, nameOf)} limit={expanded ? 8_000 : 200} />
          {failure && !expanded && (
            <span className="feed-row-error">{t('problem.after', { message: failure.message })}</span>
          )}
        </div>
        <div className="feed-row-end">
          {entry.kind === 'call' && <UndoButton requestId={entry.requestId} />}
          <Outcome entry={entry} look={look} />
        </div>
        <button
          type="button"
          className="feed-row-toggle"
          aria-expanded={expanded}
          aria-labelledby={id}
          onClick={() => onToggle(entry.id)}
        >
          <Icon name={expanded ? 'down' : 'right'} size={12} />
        </button>
      </div>
      {expanded && <RowDetails entry={entry} isOpen={state === 'waiting'} onClose={() => onToggle(entry.id)} />}
    </div>
  )
})

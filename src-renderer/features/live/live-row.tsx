/** Live row: one event, or one request in the state it has now; it expands to its meaning and its results. */

import type { LiveEntry } from '@shared/trail/live.js'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { entrySentence } from '../../sentences/entry-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { approvals, calls } from '../../state/feeds.js'
import { UndoButton } from '../../ui/buttons/undo-button.js'
import { errorText } from '../../ui/messages/error-text.js'
import { useRefusalText } from '../../ui/messages/refusal.js'
import { Avatar } from '../../ui/names/avatar.js'
import { ServerName } from '../../ui/names/server-name.js'
import { Icon } from '../../ui/theme/icon.js'
import { clockTime } from '../../ui/time/clock-time.js'
import { appearanceOf, type OpenState } from './entry-appearance.js'
import { isOfAi, isRequest } from './live-filter.js'
import { RowDetails } from './row-details.js'
import { useNoteText } from './use-note-text.js'

export interface LiveRowProps {
  readonly entry: LiveEntry
  readonly withServer: boolean
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

export const LiveRow = memo(({ entry, withServer, expanded, onToggle }: LiveRowProps) => {
  const { t } = useTranslation()
  const id = useId()
  const nameOf = useCapabilityName()
  const state = useOpenState(entry)
  const open = state === 'waiting'
  const reported = entry.kind === 'call' && entry.error && !entry.refused ? errorText(entry.error, t) : undefined
  const look = appearanceOf(entry, state)
  const noteText = useNoteText()
  const refusalText = useRefusalText()
  return (
    <div className={`live-row ${isOfAi(entry) ? `ai tone-${look.tone}` : ''} ${expanded ? 'expanded' : ''}`}>
      <div className="live-row-line">
        <time className="mono" dateTime={entry.at}>
          {clockTime(entry.at)}
        </time>
        {isRequest(entry) ? (
          <Avatar caller={entry.caller} size="s" alarm={look.tone === 'redstone'} />
        ) : (
          <Icon name={look.icon} className={`tone-${look.tone}`} />
        )}
        <div className="live-row-words" id={id}>
          <SentenceText sentence={entrySentence(entry, nameOf)} limit={expanded ? 8_000 : 400} ticks />
          {reported && !expanded && (
            <span className="live-row-error">
              {t('problem.after', { message: reported.message })}
              {reported.details && (
                <small>
                  {t('problem.details')} <bdi className="untrusted">{reported.details}</bdi>
                </small>
              )}
            </span>
          )}
        </div>
        <div className="live-row-note">
          {withServer && entry.kind !== 'server' && entry.server && (
            <ServerName server={entry.server} className="live-row-server" />
          )}
          {look.note && <span>{noteText(look.note)}</span>}
          {look.badge &&
            (open && entry.kind === 'asked' ? (
              <button
                type="button"
                className="live-row-badge live-row-review"
                onClick={() => void attempt('approvals:show', { id: entry.approvalId })}
              >
                {noteText(look.badge)}
              </button>
            ) : (
              <span className="live-row-badge" title={look.badge.refused && refusalText(look.badge.refused)}>
                {noteText(look.badge)}
              </span>
            ))}
          {entry.kind === 'call' && entry.result === 'done' && <UndoButton requestId={entry.requestId} />}
        </div>
        <button
          type="button"
          className="live-row-toggle"
          aria-expanded={expanded}
          aria-labelledby={id}
          onClick={() => onToggle(entry.id)}
        >
          <Icon name={expanded ? 'down' : 'right'} size={12} />
        </button>
      </div>
      {expanded && <RowDetails entry={entry} isOpen={open} onClose={() => onToggle(entry.id)} />}
    </div>
  )
})

/** Live row: one line; long ones open on a click. */
import { memo, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import { attempt } from '../../bridge.js'
import { entrySentence } from '../../sentences/entry-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { approvals } from '../../state/feeds.js'
import { clockTime, fullTime } from '../../ui/clock-time.js'
import { ErrorNote } from '../../ui/error-note.js'
import { errorWords } from '../../ui/error-words.js'
import { Icon } from '../../ui/icon.js'
import { Name } from '../../ui/name.js'
import { UndoButton } from '../../ui/undo-button.js'
import { lookOf } from './entry-look.js'

/** Whether the line does not fit, watched as the window changes. */
const useIsCut = () => {
  const [cut, setCut] = useState(false)
  const watch = useCallback((line: HTMLElement | null) => {
    if (line === null) return
    const observer = new ResizeObserver(() => setCut(line.scrollWidth > line.clientWidth))
    observer.observe(line)
    return () => observer.disconnect()
  }, [])
  return { cut, watch }
}

export interface LiveRowProps {
  readonly entry: LiveEntry
  readonly withServer: boolean
  readonly expanded: boolean
  readonly onToggle: (id: string) => void
}

export const LiveRow = memo(({ entry, withServer, expanded, onToggle }: LiveRowProps) => {
  const { t, i18n } = useTranslation()
  const nameOf = useCapabilityName()
  const open = approvals.use(
    (feed) => entry.kind === 'asked' && feed.value.some((question) => question.id === entry.approvalId),
  )
  const sentence = entrySentence(entry, nameOf)
  const error = entry.kind === 'call' ? entry.error : undefined
  const told = error && errorWords(error, t)
  const { cut, watch } = useIsCut()
  const look = lookOf(entry, open)
  return (
    <div className={`live-row ${open ? 'waiting' : ''} ${expanded ? 'expanded' : ''}`}>
      <time
        className="mono"
        dateTime={entry.at}
        title={[fullTime(entry.at, i18n.language), entry.server?.name].filter(Boolean).join('\n')}
      >
        {clockTime(entry.at)}
      </time>
      <Icon name={look.icon} className={`tone-${look.tone}`} />
      <div className="live-row-words">
        <div className={expanded ? 'live-row-all' : 'ellipsis'} ref={watch}>
          <SentenceText sentence={sentence} limit={expanded ? 8_000 : 160} ticks />
          {told && !expanded && (
            <span className="live-row-error">
              {t('problem.after', { message: told.message })}
              {told.details && (
                <small>
                  {t('problem.details')} <bdi className="untrusted">{told.details}</bdi>
                </small>
              )}
            </span>
          )}
        </div>
        {error && expanded && <ErrorNote error={error} quiet />}
      </div>
      <div className="live-row-note">
        {withServer && entry.kind !== 'server' && entry.server && (
          <Name text={entry.server.name} className="live-row-server" />
        )}
        {look.note &&
          (open && entry.kind === 'asked' ? (
            <button
              type="button"
              className="live-row-review"
              onClick={() => void attempt('approvals:show', { id: entry.approvalId })}
            >
              {t(look.note.key)}
            </button>
          ) : (
            <span>{t(look.note.key, { ...look.note.values })}</span>
          ))}
        {entry.kind === 'call' && entry.result === 'done' && <UndoButton requestId={entry.requestId} />}
        {(cut || expanded || error !== undefined) && (
          <button
            type="button"
            className="live-row-more"
            aria-expanded={expanded}
            aria-label={t('live.wholeLine')}
            onClick={() => onToggle(entry.id)}
          >
            <Icon name={expanded ? 'down' : 'right'} size={12} />
          </button>
        )}
      </div>
    </div>
  )
})

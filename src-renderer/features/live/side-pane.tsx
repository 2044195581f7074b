/** Side pane: running and recently ended calls. */

import { ownCaller } from '@shared/clients/own-callers.js'
import type { CallEntry } from '@shared/trail/live.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { calls } from '../../state/feeds.js'
import { useLive } from '../../state/live.js'
import { goTo } from '../../state/navigation.js'
import { UndoButton } from '../../ui/buttons/undo-button.js'
import { Icon } from '../../ui/theme/icon.js'
import { appearanceOf } from './entry-appearance.js'
import { FlightCard } from './in-flight.js'
import { Unaccepted } from './unaccepted.js'
import { useNoteText } from './use-note-text.js'
import './side-pane.css'

const justDone = 8

const DoneLine = ({ entry }: { readonly entry: CallEntry }) => {
  const nameOf = useCapabilityName()
  const noteText = useNoteText()
  const look = appearanceOf(entry)
  return (
    <li className="done-line">
      <Icon name={entry.result === 'done' ? 'done' : look.icon} size={12} className={`tone-${look.tone}`} />
      <button
        type="button"
        className="done-line-open"
        onClick={() => goTo({ screen: 'audit', about: entry.requestId })}
      >
        <span className="ellipsis">
          <SentenceText
            sentence={callSentence(
              entry,
              ownCaller(entry.caller) === 'undoing' ? 'done' : 'title',
              nameOf(entry.server?.id, entry.capabilityId),
            )}
            limit={80}
          />
        </span>
        {entry.result !== 'done' && look.badge && (
          <span className="done-line-note ellipsis">{noteText(look.badge)}</span>
        )}
      </button>
      {entry.result === 'done' && <UndoButton requestId={entry.requestId} />}
    </li>
  )
}

export const SidePane = () => {
  const { t } = useTranslation()
  const flying = calls.use((feed) => feed.value)
  const ended = useLive((state) => state.calls)
    .slice(-justDone)
    .reverse()
  return (
    <aside className="side-pane" aria-label={t('flight.pane')}>
      <Unaccepted />
      <h2>
        {t('flight.title')} {flying.length > 0 && <span>{flying.length}</span>}
      </h2>
      {flying.length === 0 ? (
        <p>{t('flight.empty')}</p>
      ) : (
        <ul className="flight-cards">
          {flying.map((call) => (
            <FlightCard key={call.requestId} call={call} />
          ))}
        </ul>
      )}
      <h2>{t('flight.done')}</h2>
      {ended.length === 0 ? (
        <p>{t('flight.doneEmpty')}</p>
      ) : (
        <ul>
          {ended.map((entry) => (
            <DoneLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </aside>
  )
}

/** Undo row: one action that can be undone, or was. */

import type { UndoEntry, UndoState } from '@shared/trail/undo.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { UndoButton } from '../../ui/buttons/undo-button.js'
import { ServerName } from '../../ui/names/server-name.js'
import { Icon } from '../../ui/theme/icon.js'
import type { IconName } from '../../ui/theme/icon-paths.js'
import { fullTime } from '../../ui/time/clock-time.js'
import { agoOf } from '../../ui/time/relative-time.js'

const looks: Readonly<Record<UndoState, readonly [icon: IconName, tone: string]>> = {
  done: ['done', 'tone-go'],
  uncertain: ['warning', 'tone-gold'],
  undone: ['undo', 'tone-faint'],
}

export const EntryText = ({ entry }: { readonly entry: UndoEntry }) => {
  const nameOf = useCapabilityName()
  return (
    <SentenceText sentence={callSentence(entry, 'done', nameOf(entry.server.id, entry.capabilityId))} limit={160} />
  )
}

export const UndoRow = ({ entry, now }: { readonly entry: UndoEntry; readonly now: number }) => {
  const { t, i18n } = useTranslation()
  const undone = entry.state === 'undone'
  const [icon, tone] = looks[entry.state]
  return (
    <li className="undo-row">
      <Icon name={icon} className={tone} />
      <div>
        <div className="undo-row-words">
          <EntryText entry={entry} />
        </div>
        <div className="undo-row-about ellipsis">
          <ServerName server={entry.server} />
          {entry.undoes !== undefined && ` · ${t('undo.isUndoing')}`}
          {entry.state === 'uncertain' && ` · ${t('undo.uncertain')}`}
        </div>
      </div>
      <time className="undo-row-state" dateTime={entry.at} title={fullTime(entry.at, i18n.language)}>
        {undone && entry.undoneAt
          ? t('undo.undoneAgo', { ago: agoOf(entry.undoneAt, now, i18n.language) })
          : agoOf(entry.at, now, i18n.language)}
      </time>
      <UndoButton requestId={entry.requestId} by={entry.undo.capabilityId} />
    </li>
  )
}

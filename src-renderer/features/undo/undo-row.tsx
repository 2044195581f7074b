/** Undo row: one action that can be undone, or was. */

import type { UndoEntry, UndoState } from '@shared/trail/undo.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { fullTime } from '../../ui/clock-time.js'
import { Icon } from '../../ui/icon.js'
import type { IconName } from '../../ui/icon-paths.js'
import { agoOf } from '../../ui/relative-time.js'
import { ServerName } from '../../ui/server-name.js'
import { UndoButton } from '../../ui/undo-button.js'

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
      <UndoButton requestId={entry.requestId} />
    </li>
  )
}

/** Undo screen: the actions of AI clients that can be undone, the newest first. */

import type { UndoEntry } from '@shared/trail/undo.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useMayOrder } from '../../state/gateway.js'
import { undos } from '../../state/undos.js'
import { Button } from '../../ui/buttons/button.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { Screen } from '../../ui/layout/screen.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { callerName } from '../../ui/names/caller-name.js'
import { shortened, visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { useNow } from '../../ui/time/clock.js'
import { UndoLast } from './undo-last.js'
import { UndoRow } from './undo-row.js'
import './undo.css'

/** What the newest page does not hold, read on demand and forgotten with the screen. */
const useOlder = (first: number | undefined) => {
  const [older, setOlder] = useState<{ readonly entries: readonly UndoEntry[]; readonly next: number | undefined }>()
  const next = older ? older.next : first
  const more = async () => {
    if (next === undefined) return
    const page = await attempt('undo:list', { before: next, limit: 200 })
    if (page.ok) setOlder({ entries: [...(older?.entries ?? []), ...page.value.entries], next: page.value.next })
  }
  return { entries: older?.entries ?? [], next, more }
}

export const UndoScreen = () => {
  const { t } = useTranslation()
  const { value, status } = undos.use()
  const older = useOlder(value.next)
  const mayUndo = useMayOrder('undo:runLast')
  const [client, setClient] = useState('')
  // A step of ten seconds is enough for words to the minute.
  const now = Math.ceil((useNow() + 1) / 10_000) * 10_000
  const known = new Set(value.entries.map(({ requestId }) => requestId))
  const entries = [...value.entries, ...older.entries.filter(({ requestId }) => !known.has(requestId))]
  const clients = [...new Map(entries.map(({ caller }) => [caller.id, callerName(caller, t)]))]
  const shown = client === '' ? entries : entries.filter(({ caller }) => caller.id === client)
  const chosen = clients.find(([id]) => id === client)
  return (
    <Screen
      title={t('nav.undo')}
      status={status}
      bar={
        entries.length > 0 && (
          <div className="undo-bar">
            <SelectField
              quiet
              label={t('undo.client')}
              value={client}
              options={[
                { value: '', label: t('undo.everyClient') },
                ...clients.map(([id, name]) => ({ value: id, label: shortened(visibleText(name), 60) })),
              ]}
              onChoose={setClient}
            />
          </div>
        )
      }
    >
      {chosen && mayUndo && <UndoLast key={chosen[0]} client={{ id: chosen[0], name: chosen[1] }} entries={shown} />}
      {entries.length === 0 ? (
        <EmptyState art={<Icon name="undo" size={24} />} title={t('undo.emptyTitle')} text={t('undo.emptyText')} />
      ) : (
        <ul aria-label={t('undo.list')}>
          {shown.map((entry) => (
            <UndoRow key={entry.requestId} entry={entry} now={now} />
          ))}
        </ul>
      )}
      {older.next !== undefined && (
        <div className="undo-more">
          <Button onClick={() => void older.more()}>{t('undo.older')}</Button>
        </div>
      )}
    </Screen>
  )
}

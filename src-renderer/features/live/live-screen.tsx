/** Live: everything that happens, as it happens, and what waits. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import type { Server } from '../../../src-main/contract/server.js'
import { useTranslate } from '../../i18n/use-translate.js'
import { entrySentence } from '../../sentences/entry-sentence.js'
import { plainText, speak } from '../../sentences/sentence.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { approvals, calls, servers } from '../../state/feeds.js'
import { useLive } from '../../state/live.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Icon } from '../../ui/icon.js'
import { Screen } from '../../ui/screen.js'
import { ActivityStrip } from './activity-strip.js'
import { FirstSteps } from './first-steps.js'
import { LiveBar } from './live-bar.js'
import { everything, filterEntries, isFiltering, type LiveFilter } from './live-filter.js'
import { LiveList } from './live-list.js'
import { SidePane } from './side-pane.js'
import './live-screen.css'

/** What each entry says on the screen, told once an entry and language. */
const useEntryText = (): ((entry: LiveEntry) => string) => {
  const say = useTranslate()
  const nameOf = useCapabilityName()
  return useMemo(() => {
    const told = new WeakMap<LiveEntry, string>()
    return (entry) => {
      const known = told.get(entry)
      if (known !== undefined) return known
      const id = entry.kind === 'game' ? entry.eventId : entry.kind === 'server' ? '' : entry.capabilityId
      const text = `${plainText(speak(entrySentence(entry, nameOf), say))} ${entry.server?.name ?? ''} ${id}`
      told.set(entry, text)
      return text
    }
  }, [say, nameOf])
}

const Announcer = () => {
  const { t } = useTranslation()
  const waiting = approvals.use((feed) => feed.value.length)
  return (
    <div className="visually-hidden" role="status">
      {waiting > 0 && t('approvals.waiting', { count: waiting })}
    </div>
  )
}

const titleOf = (known: readonly Server[]): Server | undefined => (known.length === 1 ? known[0] : undefined)

export const LiveScreen = () => {
  const { t } = useTranslation()
  const { entries, status } = useLive()
  const known = servers.use((feed) => feed.value)
  const flying = calls.use((feed) => feed.value.length)
  const [filter, setFilter] = useState<LiveFilter>(everything)
  const textOf = useEntryText()
  const shown = useMemo(() => filterEntries(entries, filter, textOf), [entries, filter, textOf])
  const chosen = filter.servers.size === 0 ? known : known.filter(({ id }) => filter.servers.has(id))
  const only = titleOf(chosen)

  if (status === 'ready' && entries.length === 0 && flying === 0) {
    return (
      <Screen title={t('nav.live')}>
        <FirstSteps servers={known} />
      </Screen>
    )
  }
  return (
    <Screen
      title={t('nav.live')}
      status={status}
      bar={<LiveBar servers={known} filter={filter} onFilter={setFilter} />}
    >
      <Announcer />
      <div className="live">
        <div className="live-main">
          <ActivityStrip
            entries={shown}
            servers={chosen}
            title={only ? t('live.lastHourOn', { server: only.name }) : t('live.lastHour')}
          />
          {shown.length === 0 && isFiltering(filter) ? (
            <EmptyState art={<Icon name="search" size={24} />} title={t('live.noMatch')} text={t('live.noMatchText')}>
              <Button onClick={() => setFilter(everything)}>{t('live.clearFilter')}</Button>
            </EmptyState>
          ) : (
            <LiveList
              key={`${filter.text} ${[...filter.servers].join(' ')}`}
              entries={shown}
              withServer={known.length > 1 && only === undefined}
            />
          )}
        </div>
        <SidePane entries={entries} />
      </div>
    </Screen>
  )
}

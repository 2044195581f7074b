/** Live screen: events and calls as they happen, and waiting requests. */

import type { Server } from '@shared/servers/server.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VirtuosoHandle } from 'react-virtuoso'
import { approvals, calls, useStableServers } from '../../state/feeds.js'
import { useLive } from '../../state/live.js'
import { Button } from '../../ui/buttons/button.js'
import { Screen } from '../../ui/layout/screen.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { NotConnected, useIsCareful } from '../../ui/messages/not-connected.js'
import { useServerName } from '../../ui/names/server-name.js'
import { Icon } from '../../ui/theme/icon.js'
import { ChatBar } from './chat/chat-bar.js'
import { ChatTab } from './chat/chat-tab.js'
import { type LiveTab, LiveTabs } from './chat/live-tabs.js'
import { useEntryText } from './entry-text.js'
import { FilterRow } from './filter-row.js'
import { FirstSteps } from './first-steps.js'
import { HourStrip } from './hour-strip.js'
import { LiveBar, useMostChips } from './live-bar.js'
import { everything, isFiltering, type LiveFilter } from './live-filter.js'
import { LiveList } from './live-list.js'
import { SidePane } from './side-pane.js'
import { useListPause } from './use-list-pause.js'
import { useLiveView } from './use-live-view.js'
import './live-screen.css'

const Announcer = () => {
  const { t } = useTranslation()
  const waiting = approvals.use((feed) => feed.value.length)
  return (
    <div className="visually-hidden" role="status">
      {waiting > 0 && t('approvals.waiting', { count: waiting })}
    </div>
  )
}

/** Whose figures the strip shows. */
const useShownServers = (known: readonly Server[], chosen: ReadonlySet<string>): string => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const meant = chosen.size === 0 ? known : known.filter(({ id }) => chosen.has(id))
  const [only] = meant
  if (meant.length === 1 && only) return nameOf(only)
  return chosen.size === 0 ? t('live.allServers') : t('timeline.servers', { count: chosen.size })
}

interface FilteredProps {
  /** Another one for every change of the filter. */
  readonly generation: number
  readonly filter: LiveFilter
  readonly onFilter: (filter: LiveFilter) => void
  readonly servers: readonly Server[]
}

/** The list under one filter; another filter is another list, at its newest line. */
const Filtered = ({ generation, filter, onFilter, servers: known }: FilteredProps) => {
  const { t } = useTranslation()
  const list = useRef<VirtuosoHandle>(null)
  const textOf = useEntryText()
  const view = useLiveView(filter, textOf)
  const isCut = useLive((state) => state.oldest > 0)
  const toEnd = useCallback(() => list.current?.scrollToIndex({ index: 'LAST', align: 'end' }), [])
  const listPause = useListPause(view, toEnd, generation)
  const maxChips = useMostChips()
  const isEmpty = view.endIndex === view.firstIndex
  return (
    <>
      <FilterRow
        servers={known}
        areServersInBar={known.length <= maxChips}
        filter={filter}
        onFilter={onFilter}
        isPaused={listPause.at !== undefined}
        missed={listPause.missed}
        onPause={listPause.pause}
        onFollow={listPause.follow}
      />
      {isEmpty && !isFiltering(filter) && <p className="live-quiet">{t('timeline.quiet')}</p>}
      {isEmpty && isFiltering(filter) && (view.isSearching || view.isReading) && (
        <p className="live-quiet">{t('timeline.searching')}</p>
      )}
      {isEmpty && isFiltering(filter) && !view.isSearching && !view.isReading && (
        <EmptyState art={<Icon name="search" size={24} />} title={t('live.noMatch')} text={t('live.noMatchText')}>
          <Button onClick={() => onFilter(everything)}>{t('live.clearFilter')}</Button>
        </EmptyState>
      )}
      {!isEmpty && (
        <LiveList
          key={generation}
          view={view}
          list={list}
          pausedAt={listPause.at}
          missed={listPause.missed}
          isFiltered={isFiltering(filter)}
          isCut={isCut}
          withServer={known.length > 1 && filter.servers.size !== 1}
          onAtEnd={listPause.onAtEnd}
          onReading={listPause.onReading}
          onJump={listPause.follow}
        />
      )}
    </>
  )
}

export const LiveScreen = () => {
  const { t } = useTranslation()
  const status = useLive((state) => state.status)
  const isEmpty = useLive((state) => state.log.size === 0)
  const known = useStableServers()
  const flying = calls.use((feed) => feed.value.length)
  const [filter, setFilter] = useState<LiveFilter>(everything)
  const [generation, setGeneration] = useState(0)
  const isCareful = useIsCareful()
  const shownServers = useShownServers(known, filter.servers)
  const [tab, setTab] = useState<LiveTab>('events')

  useEffect(() => {
    if (filter.servers.size === 0 || [...filter.servers].every((id) => known.some((server) => server.id === id))) return
    // A removed server can no longer be deselected by a person.
    setFilter({
      ...filter,
      servers: new Set([...filter.servers].filter((id) => known.some((server) => server.id === id))),
    })
  }, [filter, known])

  const narrow = (next: LiveFilter) => {
    setFilter(next)
    setGeneration((before) => before + 1)
  }

  const tabs = <LiveTabs tab={tab} onTab={setTab} />
  if (tab === 'chat') {
    return (
      <Screen
        title={t('nav.live')}
        bar={
          <>
            {tabs}
            <ChatBar />
          </>
        }
      >
        <ChatTab />
      </Screen>
    )
  }
  if (status === 'ready' && isEmpty && flying === 0) {
    return (
      <Screen title={t('nav.live')} bar={tabs}>
        {isCareful && known.length === 0 ? <NotConnected /> : <FirstSteps servers={known} />}
      </Screen>
    )
  }
  return (
    <Screen
      title={t('nav.live')}
      status={status}
      bar={
        <>
          {tabs}
          <LiveBar servers={known} filter={filter} onFilter={narrow} />
        </>
      }
    >
      <Announcer />
      <div className="live">
        <div className="live-main">
          <HourStrip servers={filter.servers} of={shownServers} />
          <Filtered generation={generation} filter={filter} onFilter={narrow} servers={known} />
        </div>
        <SidePane />
      </div>
    </Screen>
  )
}

/** Home: what happened while nobody looked, what waits, how the servers are, and what happens now. */

import { isWorld, type Server } from '@shared/servers/server.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VirtuosoHandle } from 'react-virtuoso'
import { useStableServers } from '../../state/feeds.js'
import { useLive } from '../../state/live.js'
import { useTryNow } from '../../state/use-try-now.js'
import { Button } from '../../ui/buttons/button.js'
import { Screen } from '../../ui/layout/screen.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { NotConnected, useIsCareful } from '../../ui/messages/not-connected.js'
import { Icon } from '../../ui/theme/icon.js'
import { AwayStrip, useAbsence } from './away-strip.js'
import { BuildRows } from './build-rows.js'
import { ChatBar } from './chat/chat-bar.js'
import { ChatTab } from './chat/chat-tab.js'
import { type HomeTab, HomeTabs } from './chat/home-tabs.js'
import { useEntryText } from './entry-text.js'
import { everything, type FeedFilter, isFiltering, toggled } from './feed-filter.js'
import { FeedList } from './feed-list.js'
import { FilterRow } from './filter-row.js'
import { FirstSteps } from './first-steps.js'
import { HomeBar } from './home-bar.js'
import { RunningCalls } from './running-calls.js'
import { ServerTiles } from './server-tiles.js'
import { useFeedView } from './use-feed-view.js'
import { useListPause } from './use-list-pause.js'
import { WaitingCards } from './waiting-cards.js'
import './home-screen.css'

const NothingYet = () => {
  const { t } = useTranslation()
  const tryNow = useTryNow()
  return (
    <EmptyState title={t('home.nothingYet')} text={t('home.nothingYetText')}>
      <Button disabled={tryNow.state !== 'idle'} onClick={tryNow.start}>
        {t('home.practice')}
      </Button>
      {tryNow.error && <ErrorNote error={tryNow.error} />}
    </EmptyState>
  )
}

interface FilteredProps {
  /** Another one for every change of the filter. */
  readonly generation: number
  readonly filter: FeedFilter
  readonly onFilter: (filter: FeedFilter) => void
  readonly servers: readonly Server[]
}

/** The feed under one filter; another filter is another list, at its newest row. */
const Filtered = ({ generation, filter, onFilter, servers }: FilteredProps) => {
  const { t } = useTranslation()
  const list = useRef<VirtuosoHandle>(null)
  const textOf = useEntryText()
  const view = useFeedView(filter, textOf)
  const isCut = useLive((state) => state.oldest > 0)
  const toTop = useCallback(() => list.current?.scrollToIndex({ index: 0 }), [])
  const listPause = useListPause(view, toTop, generation)
  const isEmpty = view.endIndex === view.firstIndex
  const isLooking = view.isSearching || view.isReading
  return (
    <>
      <FilterRow
        servers={servers}
        filter={filter}
        onFilter={onFilter}
        isPaused={listPause.at !== undefined}
        missed={listPause.missed}
        onPause={listPause.pause}
        onFollow={listPause.follow}
      />
      <RunningCalls />
      {isEmpty && isLooking && <p className="home-looking">{t('timeline.searching')}</p>}
      {isEmpty && !isLooking && !isFiltering(filter) && <NothingYet />}
      {isEmpty && !isLooking && isFiltering(filter) && (
        <EmptyState art={<Icon name="search" size={24} />} title={t('live.noMatch')} text={t('live.noMatchText')}>
          <Button onClick={() => onFilter(everything)}>{t('live.clearFilter')}</Button>
        </EmptyState>
      )}
      {!isEmpty && (
        <FeedList
          key={generation}
          view={view}
          list={list}
          pausedAt={listPause.at}
          missed={listPause.missed}
          isFiltered={isFiltering(filter)}
          isCut={isCut}
          onAtTop={listPause.onAtTop}
          onReading={listPause.onReading}
          onJump={listPause.follow}
        />
      )}
    </>
  )
}

/** Without the ids of removed servers: nobody could deselect them. */
const useFilter = (known: readonly Server[]) => {
  const [filter, setFilter] = useState<FeedFilter>(everything)
  const [generation, setGeneration] = useState(0)
  useEffect(() => {
    const left = [...filter.servers].filter((id) => known.some((server) => server.id === id))
    if (left.length < filter.servers.size) setFilter({ ...filter, servers: new Set(left) })
  }, [filter, known])
  const narrow = (next: FeedFilter) => {
    setFilter(next)
    setGeneration((before) => before + 1)
  }
  return { filter, generation, narrow }
}

export const HomeScreen = () => {
  const { t } = useTranslation()
  const status = useLive((state) => state.status)
  const isEmpty = useLive((state) => state.log.size === 0)
  const known = useStableServers()
  const isCareful = useIsCareful()
  const { filter, generation, narrow } = useFilter(known)
  const [tab, setTab] = useState<HomeTab>('events')
  const [absence, dismiss] = useAbsence()

  const tabs = <HomeTabs tab={tab} onTab={setTab} />
  if (tab === 'chat') {
    return (
      <Screen
        title={t('nav.home')}
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
  if (status === 'ready' && isEmpty && !known.some(isWorld)) {
    return (
      <Screen title={t('nav.home')} bar={tabs}>
        {isCareful ? <NotConnected /> : <FirstSteps />}
      </Screen>
    )
  }
  return (
    <Screen
      title={t('nav.home')}
      status={status}
      bar={
        <>
          {tabs}
          <HomeBar text={filter.text} onText={(text) => narrow({ ...filter, text })} />
        </>
      }
    >
      <div className="home">
        <div className="home-top">
          {absence && (
            <AwayStrip
              absence={absence}
              onShow={() => narrow({ ...everything, aiOnly: true, since: absence.since })}
              onDismiss={dismiss}
            />
          )}
          <WaitingCards />
          <BuildRows />
          <ServerTiles
            chosen={filter.servers}
            onToggle={(id) => narrow({ ...filter, servers: toggled(filter.servers, id) })}
          />
        </div>
        <div className="home-feed">
          <Filtered generation={generation} filter={filter} onFilter={narrow} servers={known} />
        </div>
      </div>
    </Screen>
  )
}

/**
 * Feed list: the newest row on top, unless a person has scrolled down, opened a row or paused the list.
 *
 * Meanwhile the list does not move: new entries are counted at the button and added when the person is back at the top.
 */

import { maxLiveEntries } from '@shared/trail/live.js'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { goTo } from '../../state/navigation.js'
import { Gap } from '../../ui/text/gap.js'
import { Icon } from '../../ui/theme/icon.js'
import { toggled } from './feed-filter.js'
import { FeedRow } from './feed-row.js'
import type { FeedView } from './use-feed-view.js'
import './feed-list.css'

/** Pixels from the top within which the list follows. */
const nearTop = 8

interface Oldest {
  readonly view: FeedView
  readonly isFiltered: boolean
  /** Whether older rows were dropped. */
  readonly isCut: boolean
}

/** Content below the oldest row. */
const Beginning = ({ context }: { readonly context?: Oldest }) => {
  const { t } = useTranslation()
  if (!context) return null
  const { view, isFiltered, isCut } = context
  if (view.isReading || view.isSearching) {
    return <p className="feed-list-beginning">{t(view.isSearching ? 'timeline.searching' : 'timeline.reading')}</p>
  }
  return (
    <p className="feed-list-beginning">
      {isFiltered && (
        <>
          {t('timeline.noOlderMatch')}
          <Gap />
        </>
      )}
      {isCut ? t('timeline.cut', { lines: maxLiveEntries }) : t('timeline.beginning')}{' '}
      <button type="button" className="feed-row-review" onClick={() => goTo({ screen: 'audit' })}>
        {t('timeline.openAudit')}
      </button>
    </p>
  )
}

const parts = { Footer: Beginning }

/** Arrow keys go from row to row. */
const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target } = event
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches('.feed-row-toggle')) return
  const item = target.closest('[data-item-index]')
  const next = step > 0 ? item?.nextElementSibling : item?.previousElementSibling
  event.preventDefault()
  next?.querySelector<HTMLElement>('.feed-row-toggle')?.focus()
}

export interface FeedListProps {
  readonly view: FeedView
  readonly list: RefObject<VirtuosoHandle | null>
  /** Index up to which rows are shown while the list is paused. */
  readonly pausedAt: number | undefined
  readonly missed: number
  readonly isFiltered: boolean
  readonly isCut: boolean
  readonly onAtTop: (atTop: boolean) => void
  readonly onReading: (isReading: boolean) => void
  readonly onJump: () => void
}

export const FeedList = (props: FeedListProps) => {
  const { view, list, pausedAt, missed, isFiltered, isCut, onAtTop, onReading, onJump } = props
  const { t } = useTranslation()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => setExpanded((before) => toggled(before, id)), [])
  const isReading = expanded.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is notified when that changes.
  useEffect(() => onReading(isReading), [isReading])
  const end = pausedAt ?? view.endIndex
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys belong to the buttons of the rows inside
    <div className="feed-list" data-held={view.endIndex - view.firstIndex} onKeyDown={onKeyDown}>
      {pausedAt !== undefined && missed > 0 && (
        <button type="button" className="feed-jump" onClick={onJump}>
          <Icon name="arrow-up" size={14} />
          {t('live.jumpMissed', { count: missed })}
        </button>
      )}
      <Virtuoso<undefined, Oldest>
        ref={list}
        totalCount={Math.max(0, end - view.firstIndex)}
        context={{ view, isFiltered, isCut }}
        computeItemKey={(index) => end - index}
        defaultItemHeight={34}
        atTopThreshold={nearTop}
        atTopStateChange={onAtTop}
        increaseViewportBy={200}
        components={parts}
        role="group"
        aria-label={t('live.list')}
        itemContent={(index) => {
          const entry = view.at(end - 1 - index)
          // Every row must have a height, also one whose entry was just dropped.
          if (!entry) return <div className="feed-row-line" />
          return <FeedRow entry={entry} expanded={expanded.has(entry.id)} onToggle={toggle} />
        }}
      />
    </div>
  )
}

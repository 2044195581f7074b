/**
 * Live list: follows the newest entry unless a person has scrolled up or paused it.
 *
 * Meanwhile the list does not move: new entries are counted at the button and added when the person is back at the end.
 */

import { maxLiveEntries } from '@shared/trail/live.js'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { goTo } from '../../state/navigation.js'
import { Icon } from '../../ui/theme/icon.js'
import { toggled } from './live-filter.js'
import { LiveRow } from './live-row.js'
import type { LiveView } from './use-live-view.js'
import './live-list.css'

const nearEnd = 40

/** Milliseconds for which a wheel, a key or a press counts as the cause of a scroll. */
const inputEffectMs = 1_000

/** State to detect who scrolled the list. */
interface Movement {
  top: number
  /** Monotonic time of the last wheel, key or pointer input, and of the last growth. */
  lastInputAt: number
  grewAt: number
  isUp: boolean
}

/**
 * A list that grows is away from its end for a moment, and moves by itself: only a list that a person scrolled up is
 * being read.
 */
const noteScroll = (movement: Movement, top: number): void => {
  const now = performance.now()
  const isByInput = now - movement.lastInputAt < inputEffectMs || now - movement.grewAt > inputEffectMs
  if (top < movement.top - 1 && isByInput) movement.isUp = true
  movement.top = top
}

/** Content above the oldest line, and below the newest. */
interface Ends {
  readonly view: LiveView
  readonly isFiltered: boolean
  /** Whether older lines were dropped. */
  readonly isCut: boolean
}

const Beginning = ({ context }: { readonly context?: Ends }) => {
  const { t } = useTranslation()
  if (!context) return null
  const { view, isFiltered, isCut } = context
  if (view.isReading || view.isSearching) {
    return <p className="live-list-beginning">{t(view.isSearching ? 'timeline.searching' : 'timeline.reading')}</p>
  }
  return (
    <p className="live-list-beginning">
      {isFiltered && `${t('timeline.noOlderMatch')} `}
      {isCut ? t('timeline.cut', { lines: maxLiveEntries }) : t('timeline.beginning')}{' '}
      <button type="button" className="live-row-review" onClick={() => goTo({ screen: 'audit' })}>
        {t('timeline.openAudit')}
      </button>
    </p>
  )
}

const End = () => <div className="live-list-end" />
const parts = { Header: Beginning, Footer: End }

/** Arrow keys go from line to line. */
const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target } = event
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches('.live-row-toggle')) return
  const item = target.closest('[data-item-index]')
  const next = step > 0 ? item?.nextElementSibling : item?.previousElementSibling
  event.preventDefault()
  next?.querySelector<HTMLElement>('.live-row-toggle')?.focus()
}

/** Milliseconds in which a line that was opened gets all that it shows. */
const openingMs = 1_000

/**
 * While a line opens, its headline stays visible, and as much of the rest as fits. This uses the list's own scroll call:
 * otherwise the list would finish its previous scroll to the end.
 */
const bringIntoSight = (row: HTMLElement, list: VirtuosoHandle | null): void => {
  const scroller = row.closest('[data-virtuoso-scroller]')
  const growing = new ResizeObserver(() => {
    const index = Number(row.closest<HTMLElement>('[data-index]')?.dataset.index)
    if (!scroller || !row.matches('.expanded') || Number.isNaN(index)) return growing.disconnect()
    const seen = scroller.getBoundingClientRect()
    const { top, bottom } = row.getBoundingClientRect()
    const down = Math.max(0, bottom - seen.bottom)
    list?.scrollToIndex({ index, align: 'start', offset: -Math.max(0, top - seen.top - down) })
  })
  growing.observe(row)
  setTimeout(() => growing.disconnect(), openingMs)
}

export interface LiveListProps {
  readonly view: LiveView
  readonly list: RefObject<VirtuosoHandle | null>
  /** Index up to which lines are shown while the list is paused. */
  readonly pausedAt: number | undefined
  readonly missed: number
  readonly isFiltered: boolean
  readonly isCut: boolean
  readonly withServer: boolean
  readonly onAtEnd: (atEnd: boolean) => void
  readonly onReading: (isReading: boolean) => void
  readonly onJump: () => void
}

export const LiveList = ({
  view,
  list,
  pausedAt,
  missed,
  isFiltered,
  isCut,
  withServer,
  onAtEnd,
  onReading,
  onJump,
}: LiveListProps) => {
  const { t } = useTranslation()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => setExpanded((before) => toggled(before, id)), [])
  const isReading = expanded.size > 0
  // Set before the list measures the open row, so that opening a row does not scroll to the end.
  const isStill = useRef(false)
  useLayoutEffect(() => {
    isStill.current = isReading || pausedAt !== undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is notified when that changes.
  useEffect(() => onReading(isReading), [isReading])
  const movement = useRef<Movement>({
    top: 0,
    lastInputAt: Number.NEGATIVE_INFINITY,
    grewAt: performance.now(),
    isUp: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows at either end.
  useEffect(() => {
    movement.current.grewAt = performance.now()
  }, [view.firstIndex, view.endIndex])
  // The list's own following ends when more comes at once than it shows; a flood would leave it behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows whatever comes.
  useEffect(() => {
    if (pausedAt === undefined && !movement.current.isUp) list.current?.scrollToIndex({ index: 'LAST', align: 'end' })
  }, [view.firstIndex, view.endIndex, pausedAt])
  const onInput = () => {
    movement.current.lastInputAt = performance.now()
  }
  const end = pausedAt ?? view.endIndex
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys belong to the buttons of the lines inside
    <div
      className="live-list"
      data-held={view.endIndex - view.firstIndex}
      onClick={({ target }) => {
        const row = target instanceof Element && target.closest('.live-row-toggle')?.closest<HTMLElement>('.live-row')
        // Drawn open in the next frame, by the pointer or the keyboard.
        if (row) requestAnimationFrame(() => bringIntoSight(row, list.current))
      }}
      onKeyDown={onKeyDown}
      onWheelCapture={onInput}
      onKeyDownCapture={onInput}
      onPointerDownCapture={onInput}
      onTouchMoveCapture={onInput}
      onScrollCapture={({ target }) => {
        if (target instanceof HTMLElement && target.hasAttribute('data-virtuoso-scroller'))
          noteScroll(movement.current, target.scrollTop)
      }}
    >
      <Virtuoso<undefined, Ends>
        ref={list}
        totalCount={Math.max(0, end - view.firstIndex)}
        firstItemIndex={view.firstIndex}
        context={{ view, isFiltered, isCut }}
        computeItemKey={(index) => index}
        initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
        defaultItemHeight={34}
        atBottomThreshold={nearEnd}
        atBottomStateChange={(atEnd) => {
          if (!atEnd && !movement.current.isUp && !isStill.current)
            return list.current?.scrollToIndex({ index: 'LAST', align: 'end' })
          if (atEnd) movement.current.isUp = false
          onAtEnd(atEnd)
        }}
        increaseViewportBy={200}
        components={parts}
        role="group"
        aria-label={t('live.list')}
        itemContent={(index) => {
          const entry = view.at(index)
          // While lines are added before the first, the list requests one too many; every line must have a height.
          if (!entry) return <div className="live-row-line" />
          return <LiveRow entry={entry} withServer={withServer} expanded={expanded.has(entry.id)} onToggle={toggle} />
        }}
      />
      {pausedAt !== undefined && (
        <div className="live-jump-place">
          <button type="button" className="live-jump" onClick={onJump}>
            <Icon name="down" size={14} />
            {missed === 0 ? t('live.jump') : t('live.jumpMissed', { count: missed })}
          </button>
        </div>
      )}
    </div>
  )
}

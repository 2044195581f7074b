/**
 * Live list: follows the newest entry unless a person has scrolled up.
 *
 * While they read, the list stands still: what arrives is counted at the button and joins when they are back at the end.
 */
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import { Icon } from '../../ui/icon.js'
import { toggled } from './live-filter.js'
import { LiveRow } from './live-row.js'
import './live-list.css'

export interface LiveListProps {
  readonly entries: readonly LiveEntry[]
  readonly withServer: boolean
}

const nearEnd = 40

const End = () => <div className="live-list-end" />
const parts = { Footer: End }

/** How many entries follow the last one that is shown. */
const arrivedAfter = (entries: readonly LiveEntry[], last: LiveEntry | undefined): number =>
  last === undefined ? entries.length : entries.length - 1 - entries.findLastIndex((entry) => entry.id === last.id)

export const LiveList = ({ entries, withServer }: LiveListProps) => {
  const { t } = useTranslation()
  const list = useRef<VirtuosoHandle>(null)
  const [held, setHeld] = useState<readonly LiveEntry[]>()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => setExpanded((before) => toggled(before, id)), [])
  const shown = held ?? entries
  const missed = held === undefined ? 0 : arrivedAfter(entries, held.at(-1))

  const jump = () => {
    setHeld(undefined)
    requestAnimationFrame(() => list.current?.scrollToIndex({ index: 'LAST', align: 'end' }))
  }

  return (
    <div className="live-list">
      <Virtuoso
        ref={list}
        data={shown as LiveEntry[]}
        computeItemKey={(_index, entry) => entry.id}
        initialTopMostItemIndex={Math.max(0, shown.length - 1)}
        defaultItemHeight={34}
        atBottomThreshold={nearEnd}
        atBottomStateChange={(atBottom) => setHeld(atBottom ? undefined : entries)}
        followOutput="auto"
        increaseViewportBy={200}
        components={parts}
        role="group"
        aria-label={t('live.list')}
        itemContent={(_index, entry) => (
          <LiveRow entry={entry} withServer={withServer} expanded={expanded.has(entry.id)} onToggle={toggle} />
        )}
      />
      {held !== undefined && (
        <button type="button" className="live-jump" onClick={jump}>
          <Icon name="down" size={14} />
          {missed === 0 ? t('live.jump') : t('live.jumpMissed', { count: missed })}
        </button>
      )}
    </div>
  )
}

/** Capability list: thousands of entries with arrow keys; renders only the visible ones. */

import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { RiskBadge } from '../../ui/names/risk-badge.js'
import { Name } from '../../ui/text/name.js'
import type { CapabilityEntry } from './entries.js'

export interface CapabilityListProps {
  readonly entries: readonly CapabilityEntry[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

const rowHeight = 52
const page = 8

/** How far a key goes from `at`; undefined for any other key. */
const stepOf = (key: string, at: number, last: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'PageDown':
      return Math.min(at + page, last)
    case 'PageUp':
      return Math.max(at - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const domId = (id: string): string => `capability-${id.replaceAll(/[^\w.-]/gu, '_')}`

interface RowProps {
  readonly entry: CapabilityEntry
  /** Another action has the same name: only the ids tell them apart. */
  readonly isNameShared: boolean
}

const Row = ({ entry, isNameShared }: RowProps) => {
  const { t } = useTranslation()
  const { manifest, offers } = entry
  const isOff = offers.every(({ server }) => server.state === 'offline')
  const words =
    entry.state !== 'usable'
      ? t(`manifests.state.${entry.state}`)
      : isOff
        ? t('server.state.offline')
        : t(`manifests.type.${manifest.type}`)
  return (
    <>
      <span className="capability-row-words">
        <Name text={entry.name} className="capability-row-name" />
        <span className="capability-row-facts">
          <span className={`capability-row-type is-${entry.state}`}>{words}</span>
          {isNameShared && <Name text={entry.id} className="mono" />}
        </span>
      </span>
      <RiskBadge risk={entry.risk} size="mark" />
    </>
  )
}

export const CapabilityList = ({ entries, chosen, onChoose }: CapabilityListProps) => {
  const { t } = useTranslation()
  const list = useRef<VirtuosoHandle>(null)
  const at = entries.findIndex(({ id }) => id === chosen)
  const names = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts
  }, [entries])
  useEffect(() => {
    if (at >= 0) list.current?.scrollIntoView({ index: at })
  }, [at])

  const move = (event: KeyboardEvent) => {
    const next = stepOf(event.key, at, entries.length - 1)
    if (next === undefined) return
    event.preventDefault()
    const entry = entries[next]
    if (entry) onChoose(entry.id)
  }

  return (
    <Virtuoso
      ref={list}
      className="capability-list"
      role="listbox"
      tabIndex={0}
      aria-label={t('manifests.list')}
      aria-activedescendant={chosen !== undefined && at >= 0 ? domId(chosen) : undefined}
      onKeyDown={move}
      data={entries as CapabilityEntry[]}
      computeItemKey={(_index, entry) => entry.id}
      initialTopMostItemIndex={Math.max(0, at)}
      fixedItemHeight={rowHeight}
      increaseViewportBy={200}
      itemContent={(index, entry) => (
        // The list has the keyboard.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list moves with the keys
        <div
          id={domId(entry.id)}
          role="option"
          tabIndex={-1}
          aria-selected={entry.id === chosen}
          aria-posinset={index + 1}
          aria-setsize={entries.length}
          className={`capability-row ${entry.id === chosen ? 'chosen' : ''}`}
          onClick={() => onChoose(entry.id)}
        >
          <Row entry={entry} isNameShared={(names.get(entry.name) ?? 0) > 1} />
        </div>
      )}
    />
  )
}

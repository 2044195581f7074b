/** Live view: the entries that the filter lets through, as a list by index that grows at both ends. */
import { useEffect, useMemo, useReducer } from 'react'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import { isWhole, useLive } from '../../state/live.js'
import { isFiltering, type LiveFilter, type TextOf, testOf } from './live-filter.js'
import { Matches } from './matches.js'

export interface LiveView {
  readonly firstIndex: number
  /** Index that the next entry gets. */
  readonly endIndex: number
  /** Older entries are still looked through. */
  readonly isSearching: boolean
  /** Older entries are still on their way from the shell. */
  readonly isReading: boolean
  readonly at: (index: number) => LiveEntry | undefined
}

/** Milliseconds of a frame that looking through older entries may take. */
const sliceMs = 6

const untilIn = (milliseconds: number): (() => boolean) => {
  const end = performance.now() + milliseconds
  return () => performance.now() >= end
}

export const useLiveView = (filter: LiveFilter, textOf: TextOf): LiveView => {
  const { log, version } = useLive()
  const isReading = useLive((state) => !isWhole(state))
  const [searched, again] = useReducer((count: number) => count + 1, 0)
  const matches = useMemo(() => {
    if (!isFiltering(filter)) return undefined
    const found = new Matches(log, testOf(filter, textOf))
    found.search(untilIn(sliceMs))
    return found
  }, [filter, textOf, log])
  const isSearching = matches?.isSearching ?? false

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slice, and each page that came, is followed by the next slice.
  useEffect(() => {
    if (!matches?.isSearching) return
    const timer = setTimeout(() => {
      matches.search(untilIn(sliceMs))
      again()
    })
    return () => clearTimeout(timer)
  }, [matches, searched, isSearching])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the log and the matches grow in place; these two say when.
  return useMemo(() => {
    if (!matches) {
      return { firstIndex: log.first, endIndex: log.end, isSearching: false, isReading, at: (index) => log.at(index) }
    }
    matches.follow()
    const { firstIndex, endIndex } = matches
    return { firstIndex, endIndex, isSearching: matches.isSearching, isReading, at: (index) => matches.at(index) }
  }, [matches, log, version, searched, isReading])
}

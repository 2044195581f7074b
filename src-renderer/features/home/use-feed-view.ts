/** Live view: the rows that pass the filter, one a request, as an indexed list that grows at both ends. */

import type { LiveEntry } from '@shared/trail/live.js'
import { useEffect, useMemo, useReducer } from 'react'
import { isWhole, useLive } from '../../state/live.js'
import { type FeedFilter, isFiltering, type TextOf, testOf } from './feed-filter.js'
import { Matches } from './matches.js'

export interface FeedView {
  readonly firstIndex: number
  /** Index that the next entry gets. */
  readonly endIndex: number
  /** Older entries are still looked through. */
  readonly isSearching: boolean
  /** Older entries were requested from main and have not arrived. */
  readonly isReading: boolean
  readonly at: (index: number) => LiveEntry | undefined
}

/** Milliseconds of a frame that looking through older entries may take. */
const sliceMs = 6

const everyEntry = (): boolean => true

const untilIn = (milliseconds: number): (() => boolean) => {
  const end = performance.now() + milliseconds
  return () => performance.now() >= end
}

export const useFeedView = (filter: FeedFilter, textOf: TextOf): FeedView => {
  const { log, version } = useLive()
  const isReading = useLive((state) => !isWhole(state))
  const [searched, again] = useReducer((count: number) => count + 1, 0)
  // Without a filter the words of a row do not matter: the list stays when a name changes.
  const test = useMemo(() => (isFiltering(filter) ? testOf(filter, textOf) : everyEntry), [filter, textOf])
  const matches = useMemo(() => {
    const found = new Matches(log, test)
    found.search(untilIn(sliceMs))
    return found
  }, [test, log])
  const { isSearching } = matches

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slice, and each page that came, is followed by the next slice.
  useEffect(() => {
    if (!matches.isSearching) return
    const timer = setTimeout(() => {
      matches.search(untilIn(sliceMs))
      again()
    })
    return () => clearTimeout(timer)
  }, [matches, searched, isSearching])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the log and the matches grow in place; these two say when.
  return useMemo(() => {
    matches.follow()
    const { firstIndex, endIndex } = matches
    return { firstIndex, endIndex, isSearching: matches.isSearching, isReading, at: (index) => matches.at(index) }
  }, [matches, log, version, searched, isReading])
}

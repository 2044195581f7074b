/**
 * List pause: stops the list while a person reads, and counts the entries that arrive meanwhile.
 *
 * Scrolling down pauses it until the person is back at the top, an open row until it is closed, and the button or Ctrl
 * and the full stop until it is pressed again.
 */
import { useEffect, useRef, useState } from 'react'
import type { FeedView } from './use-feed-view.js'

export interface ListPause {
  /** Index up to which rows are shown; undefined while the list follows. */
  readonly at: number | undefined
  /** Rows that came since. */
  readonly missed: number
  readonly pause: () => void
  readonly follow: () => void
  readonly onAtTop: (atTop: boolean) => void
  /** Whether any row is open. */
  readonly onReading: (isReading: boolean) => void
}

interface PausedList {
  /** Generation of the list. */
  readonly generation: number
  readonly at: number
  readonly by: 'button' | 'reading' | 'scrolling'
}

/**
 * @param scrollToTop scrolls to the newest row
 * @param generation changes with every list, so that a pause never applies to the next list
 */
export const useListPause = (
  { firstIndex, endIndex }: Pick<FeedView, 'firstIndex' | 'endIndex'>,
  scrollToTop: () => void,
  generation: number,
): ListPause => {
  const [latest, setPaused] = useState<PausedList>()
  const isAtTop = useRef(true)
  const paused = latest?.generation === generation ? latest : undefined
  // When all shown entries have been dropped, the newest are shown again.
  const at = paused !== undefined && paused.at > firstIndex ? paused.at : undefined
  const pause = () => setPaused({ generation, at: endIndex, by: 'button' })
  const follow = () => {
    setPaused(undefined)
    requestAnimationFrame(scrollToTop)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '.' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (at === undefined) pause()
      else follow()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  return {
    at,
    missed: at === undefined ? 0 : Math.max(0, endIndex - at),
    pause,
    follow,
    onAtTop: (atTop) => {
      isAtTop.current = atTop
      if (!atTop) setPaused(paused ?? { generation, at: endIndex, by: 'scrolling' })
      else if (paused?.by === 'scrolling') setPaused(undefined)
    },
    onReading: (isReading) => {
      if (isReading) setPaused(paused ?? { generation, at: endIndex, by: 'reading' })
      else if (paused?.by === 'reading') setPaused(isAtTop.current ? undefined : { ...paused, by: 'scrolling' })
    },
  }
}

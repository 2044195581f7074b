/**
 * List pause: stops the list while a person reads, and counts the entries that arrive meanwhile.
 *
 * Scrolling up pauses it until the person is back at the end, an open line until it is closed, and the button or Ctrl
 * and the full stop until it is pressed again.
 */
import { useEffect, useRef, useState } from 'react'
import type { LiveView } from './use-live-view.js'

export interface ListPause {
  /** Index up to which lines are shown; undefined while the list follows. */
  readonly at: number | undefined
  /** Lines that came since. */
  readonly missed: number
  readonly pause: () => void
  readonly follow: () => void
  readonly onAtEnd: (atEnd: boolean) => void
  /** Whether any line is open. */
  readonly onReading: (isReading: boolean) => void
}

interface PausedList {
  /** Generation of the list. */
  readonly generation: number
  readonly at: number
  readonly by: 'button' | 'reading' | 'scrolling'
}

/**
 * @param scrollToEnd scrolls to the newest line
 * @param generation changes with every list, so that a pause never applies to the next list
 */
export const useListPause = (
  { firstIndex, endIndex }: Pick<LiveView, 'firstIndex' | 'endIndex'>,
  scrollToEnd: () => void,
  generation: number,
): ListPause => {
  const [latest, setPaused] = useState<PausedList>()
  const isAtEnd = useRef(true)
  const paused = latest?.generation === generation ? latest : undefined
  // When all shown entries have been dropped, the newest are shown again.
  const at = paused !== undefined && paused.at > firstIndex ? paused.at : undefined
  const pause = () => setPaused({ generation, at: endIndex, by: 'button' })
  const follow = () => {
    setPaused(undefined)
    requestAnimationFrame(scrollToEnd)
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
    onAtEnd: (atEnd) => {
      isAtEnd.current = atEnd
      if (!atEnd) setPaused(paused ?? { generation, at: endIndex, by: 'scrolling' })
      else if (paused?.by === 'scrolling') setPaused(undefined)
    },
    onReading: (isReading) => {
      if (isReading) setPaused(paused ?? { generation, at: endIndex, by: 'reading' })
      else if (paused?.by === 'reading') setPaused(isAtEnd.current ? undefined : { ...paused, by: 'scrolling' })
    },
  }
}

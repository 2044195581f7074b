/**
 * Hold: stops the list while a person reads, and counts the entries that arrive meanwhile.
 *
 * Scrolling up holds it until the person is back at the end, an open line until it is closed, and the button or Ctrl and
 * the full stop until it is pressed again.
 */
import { useEffect, useRef, useState } from 'react'
import type { LiveView } from './use-live-view.js'

export interface ScrollHold {
  /** Index up to which lines are shown; undefined while the list follows. */
  readonly at: number | undefined
  /** Lines that came since. */
  readonly missed: number
  readonly hold: () => void
  readonly follow: () => void
  readonly onAtEnd: (atEnd: boolean) => void
  /** Whether any line is open. */
  readonly onReading: (isReading: boolean) => void
}

interface Held {
  /** Of which list. */
  readonly generation: number
  readonly at: number
  readonly by: 'button' | 'reading' | 'scrolling'
}

/**
 * @param toEnd scrolls to the newest line
 * @param generation another one for every list: what was held of one is not held of the next
 */
export const useHold = (
  { firstIndex, endIndex }: Pick<LiveView, 'firstIndex' | 'endIndex'>,
  toEnd: () => void,
  generation: number,
): ScrollHold => {
  const [kept, setHeld] = useState<Held>()
  const isAtEnd = useRef(true)
  const held = kept?.generation === generation ? kept : undefined
  // When all held entries have been dropped, the newest are shown again.
  const at = held !== undefined && held.at > firstIndex ? held.at : undefined
  const hold = () => setHeld({ generation, at: endIndex, by: 'button' })
  const follow = () => {
    setHeld(undefined)
    requestAnimationFrame(toEnd)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '.' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (at === undefined) hold()
      else follow()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  return {
    at,
    missed: at === undefined ? 0 : Math.max(0, endIndex - at),
    hold,
    follow,
    onAtEnd: (atEnd) => {
      isAtEnd.current = atEnd
      if (!atEnd) setHeld(held ?? { generation, at: endIndex, by: 'scrolling' })
      else if (held?.by === 'scrolling') setHeld(undefined)
    },
    onReading: (isReading) => {
      if (isReading) setHeld(held ?? { generation, at: endIndex, by: 'reading' })
      else if (held?.by === 'reading') setHeld(isAtEnd.current ? undefined : { ...held, by: 'scrolling' })
    },
  }
}

/** Use current section: the section at the scroll position, or the chosen one. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type SectionName, sectionNames } from './sections.js'

interface Scrolled {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

/**
 * The index of the last section that the line has reached.
 *
 * @param tops where each begins, in pixels from the top of the content
 */
export const sectionAt = (tops: readonly number[], { scrollTop, scrollHeight, clientHeight }: Scrolled): number => {
  const most = Math.max(1, scrollHeight - clientHeight)
  const line = scrollTop + clientHeight * Math.min(1, Math.max(0, scrollTop / most))
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  )
}

/** Input of a person; a chosen section is current until then. */
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * @param columns the sections are in it, and it in what scrolls
 * @returns the section, and what marks a chosen one
 */
export const useCurrentSection = (
  columns: RefObject<HTMLElement | null>,
): readonly [SectionName | undefined, (chosen: SectionName) => void] => {
  const [current, setCurrent] = useState(sectionNames[0])
  const isChosen = useRef(false)
  const choose = useCallback((section: SectionName) => {
    isChosen.current = true
    setCurrent(section)
  }, [])

  useEffect(() => {
    const scroller = columns.current?.closest('.screen-content')
    if (!scroller) return undefined
    let frame = 0
    const look = () => {
      frame = 0
      const top = scroller.getBoundingClientRect().top - scroller.scrollTop
      const sections = [...scroller.querySelectorAll('.settings-section')]
      const at = sectionAt(
        sections.map((section) => section.getBoundingClientRect().top - top),
        scroller,
      )
      setCurrent(sectionNames[at])
    }
    const onScroll = () => {
      if (!isChosen.current && frame === 0) frame = requestAnimationFrame(look)
    }
    const onHand = () => {
      isChosen.current = false
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    for (const kind of byHand) scroller.addEventListener(kind, onHand, { passive: true, capture: true })
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', onScroll)
      for (const kind of byHand) scroller.removeEventListener(kind, onHand, { capture: true })
    }
  }, [columns])

  return [current, choose]
}

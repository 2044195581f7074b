/** Reported height: sends the height of the question to main, so that the window fits it; a taller question scrolls. */
import { useCallback, useLayoutEffect, useRef } from 'react'
import { attempt } from '../../../bridge.js'

/** The pop-up covers no more of a game or a small screen. */
const highest = (): number => Math.min(640, Math.max(320, Math.floor(window.screen.availHeight * 0.9)))

/** Height of the frame as if nothing scrolled, in CSS pixels. */
const wantedHeight = (frame: HTMLElement): number => {
  const style = getComputedStyle(frame)
  const borders = Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.borderBottomWidth)
  const parts = Array.from(frame.children, (part) => {
    const measured = part.classList.contains('pop-up-body') ? (part.firstElementChild ?? part) : part
    return measured.getBoundingClientRect().height
  })
  return Math.min(highest(), Math.ceil(parts.reduce((sum, height) => sum + height, borders)))
}

/**
 * @param question reported at once when it changes, because a hidden page observes nothing
 * @param isWide as a picture needs it
 */
export const useReportedHeight = (question: string | undefined, isWide = false) => {
  const report = useRef(() => {})
  const wide = useRef(isWide)
  wide.current = isWide

  // biome-ignore lint/correctness/useExhaustiveDependencies: measures what the new question drew
  useLayoutEffect(() => report.current(), [question])

  return useCallback((frame: HTMLElement | null) => {
    if (frame === null) return
    let last = ''
    report.current = () => {
      const height = wantedHeight(frame)
      const key = `${height} ${wide.current}`
      if (key === last) return
      last = key
      void attempt('pop-up:resize', { height, ...(wide.current && { wide: true }) })
    }
    const observer = new ResizeObserver(() => report.current())
    observer.observe(frame)
    for (const part of frame.querySelectorAll('.pop-up-content, .pop-up > *')) observer.observe(part)
    return () => observer.disconnect()
  }, [])
}

/**
 * Section position: the current section of a screen, by the scroll position. Pure.
 *
 * The line that a section must reach moves down while scrolling, so that the last sections, which can't scroll to the
 * top, become current too.
 */

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

/**
 * Read to end: whether everything that the decision needs was in view. What is marked `data-needed-end` ends it.
 *
 * Guards "approving takes a person who could read": a text below the fold must be scrolled to first. It stays read when the
 * person opens more of it.
 */
import { useCallback, useState } from 'react'

/** Pixels that a rounded position may differ. */
const tolerance = 1

const isEndInView = (body: HTMLElement): boolean => {
  const end = body.querySelector('[data-needed-end]')
  return end === null || end.getBoundingClientRect().bottom <= body.getBoundingClientRect().bottom + tolerance
}

export const useReadToEnd = (question: string | undefined) => {
  const [readUntil, setRead] = useState<string>()

  const body = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return
      const look = () => {
        if (document.visibilityState === 'visible' && isEndInView(element)) setRead(question)
      }
      look()
      const observer = new ResizeObserver(look)
      observer.observe(element)
      element.addEventListener('scroll', look)
      document.addEventListener('visibilitychange', look)
      return () => {
        observer.disconnect()
        element.removeEventListener('scroll', look)
        document.removeEventListener('visibilitychange', look)
      }
    },
    [question],
  )
  return { isRead: question !== undefined && readUntil === question, body }
}

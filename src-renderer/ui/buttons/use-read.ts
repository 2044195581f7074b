import { readingMs } from '@shared/approvals/reading-time.js'
import { useEffect, useState } from 'react'

/**
 * Whether what a person agrees to has been visible for a second; resets when it changes or the window becomes visible.
 *
 * @param what identifies the content to read; absent while there is none
 */
export function useRead(what: string | undefined): boolean {
  const [read, setRead] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      setRead(false)
      if (what !== undefined && document.visibilityState === 'visible') timer = setTimeout(setRead, readingMs, true)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [what])
  return read
}

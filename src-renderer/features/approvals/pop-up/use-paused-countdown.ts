/**
 * Paused countdown: notifies main when a person starts and stops reading, so that main pauses the countdown meanwhile.
 *
 * Guards "a person has time to read": main limits the total pause.
 */
import { useEffect } from 'react'
import { attempt } from '../../../bridge.js'

/** A click, not the press before it: a re-render in between must not move the button away from the pointer. */
const signsOfReading = ['click', 'keydown', 'wheel'] as const

/** @param questions ids of all visible questions, in a stable order. */
export const usePausedCountdown = (questions: readonly string[]): void => {
  const joined = questions.join(' ')
  useEffect(() => {
    if (joined === '') return
    const ids = joined.split(' ')
    let paused = false
    const pause = () => {
      if (paused || document.visibilityState !== 'visible') return
      paused = true
      for (const id of ids) void attempt('approvals:hold', { id })
    }
    const resume = () => {
      if (!paused) return
      paused = false
      for (const id of ids) void attempt('approvals:release', { id })
    }
    for (const sign of signsOfReading) window.addEventListener(sign, pause)
    window.addEventListener('blur', resume)
    document.addEventListener('visibilitychange', resume)
    return () => {
      resume()
      for (const sign of signsOfReading) window.removeEventListener(sign, pause)
      window.removeEventListener('blur', resume)
      document.removeEventListener('visibilitychange', resume)
    }
  }, [joined])
}

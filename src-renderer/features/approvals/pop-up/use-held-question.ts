/**
 * Held question: notifies main when a person starts and stops reading, so that main pauses the countdown meanwhile.
 *
 * Guards "nobody is hurried into an answer": main limits the total pause.
 */
import { useEffect } from 'react'
import { attempt } from '../../../bridge.js'

/** A click, not the press before it: a re-render in between must not move the button away from the pointer. */
const signsOfReading = ['click', 'keydown', 'wheel'] as const

/** @param questions all that the person reads, in an order that stays. */
export const useHeldQuestions = (questions: readonly string[]): void => {
  const joined = questions.join(' ')
  useEffect(() => {
    if (joined === '') return
    const ids = joined.split(' ')
    let held = false
    const hold = () => {
      if (held || document.visibilityState !== 'visible') return
      held = true
      for (const id of ids) void attempt('approvals:hold', { id })
    }
    const release = () => {
      if (!held) return
      held = false
      for (const id of ids) void attempt('approvals:release', { id })
    }
    for (const sign of signsOfReading) window.addEventListener(sign, hold)
    window.addEventListener('blur', release)
    document.addEventListener('visibilitychange', release)
    return () => {
      release()
      for (const sign of signsOfReading) window.removeEventListener(sign, hold)
      window.removeEventListener('blur', release)
      document.removeEventListener('visibilitychange', release)
    }
  }, [joined])
}

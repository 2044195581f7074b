/**
 * Held question: tells main that a person is reading, so that time stands still, and when they have turned away.
 *
 * Guards "nobody is hurried into an answer": main bounds how long it may stand still in all.
 */
import { useEffect } from 'react'
import { attempt } from '../../../bridge.js'

/** A click, not the press that begins it: what is said anew in between must not move the button away under it. */
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

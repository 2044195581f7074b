/**
 * Held question: tells main that a person is reading, so that time stands still, and when they have turned away.
 *
 * Guards "nobody is hurried into an answer": main bounds how long it may stand still in all.
 */
import { useEffect } from 'react'
import { attempt } from '../../../bridge.js'

/** A click, not the press that begins it: what is said anew in between must not move the button away under it. */
const signsOfReading = ['click', 'keydown', 'wheel'] as const

export const useHeldQuestion = (question: string | undefined): void => {
  useEffect(() => {
    if (question === undefined) return
    let held = false
    const hold = () => {
      if (held || document.visibilityState !== 'visible') return
      held = true
      void attempt('approvals:hold', { id: question })
    }
    const release = () => {
      if (!held) return
      held = false
      void attempt('approvals:release', { id: question })
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
  }, [question])
}

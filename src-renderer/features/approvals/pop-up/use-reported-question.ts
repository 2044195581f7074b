/**
 * Reported question: tells main which question stands before the person's eyes, once it is painted and each time the page comes back.
 *
 * Guards "approving takes an intended act": main counts its own wait from here and takes yes for this question alone. A report that
 * does not get through costs a second try, never a yes.
 */
import { useEffect } from 'react'
import { attempt } from '../../../bridge.js'
import { whenShown } from './after-paint.js'

/** @param onReported called with the question that main was just told. */
export const useReportedQuestion = (question: string | undefined, onReported: (question: string) => void): void => {
  useEffect(() => {
    if (question === undefined) return
    const report = () => {
      onReported(question)
      void attempt('pop-up:shown', { id: question })
    }
    return whenShown(report, { window, document })
  }, [question, onReported])
}

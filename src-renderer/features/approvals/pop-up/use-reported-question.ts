/**
 * Reported question: notifies main which question is visible, after it is painted and each time the page becomes visible.
 *
 * Guards "approving takes an intended act": main starts its own wait here and accepts an approval of this question only.
 * When a report is lost, the approval is refused and can be repeated.
 */
import { useEffect } from 'react'
import { attempt } from '../../../bridge.js'
import { whenShown } from './after-paint.js'

/**
 * @param key names what is shown, for `onReported`
 * @param questions all visible ones, the current one first
 */
export const useReportedQuestions = (
  key: string | undefined,
  questions: readonly string[],
  onReported: (key: string) => void,
): void => {
  const joined = questions.join(' ')
  useEffect(() => {
    const [id, ...others] = joined.split(' ')
    if (key === undefined || !id) return
    const report = () => {
      onReported(key)
      void attempt('pop-up:shown', others.length > 0 ? { id, others } : { id })
    }
    return whenShown(report, { window, document })
  }, [key, joined, onReported])
}

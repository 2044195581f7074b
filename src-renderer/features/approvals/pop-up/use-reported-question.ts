/**
 * Reported question: tells main which question stands before the person's eyes, once it is painted and each time the page comes back.
 *
 * Guards "approving takes an intended act": main counts its own wait from here and takes yes for this question alone. A report that
 * does not get through costs a second try, never a yes.
 */
import { useEffect } from 'react'
import { attempt } from '../../../bridge.js'
import { whenShown } from './after-paint.js'

/**
 * @param key names what is shown, for `onReported`
 * @param questions all that stand there, the one that is read first
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

/** Runs the approve guard on the events of the page. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { afterEvent, closedGuard, type GuardEvent, mayApprove, waitToApprove } from './approve-guard.js'

export interface ApproveGate {
  /** Whether Approve is to be drawn as ready for this question. */
  readonly ready: boolean
  /** No person has focused the pop-up yet: only a click or a key unlocks Approve, not waiting. */
  readonly isAway: boolean
  /** Checks again at the moment of the click, whatever was drawn. */
  readonly allows: (question: string) => boolean
  /** The question was painted and reported: the wait begins now. */
  readonly reported: (question: string) => void
  /** The label of the button changed: a click meant for the previous label does not count. */
  readonly relabelled: () => void
}

export const useApproveGuard = (question: string | undefined): ApproveGate => {
  const guard = useRef(closedGuard)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [readyFor, setReadyFor] = useState<string>()
  const [isAway, setAway] = useState(true)

  const take = useCallback((event: GuardEvent) => {
    const at = performance.now()
    const next = afterEvent(guard.current, event, at)
    if (next === guard.current) return
    guard.current = next
    if (event.kind === 'label') return
    clearTimeout(timer.current)
    setReadyFor(undefined)
    setAway(!next.focused)
    const shown = next.question
    const wait = shown === undefined ? undefined : waitToApprove(next, shown, at)
    if (wait !== undefined) timer.current = setTimeout(() => setReadyFor(shown), Math.ceil(wait))
  }, [])

  useLayoutEffect(() => take({ kind: 'question', id: question }), [take, question])

  useLayoutEffect(() => {
    const look = () => take({ kind: 'visibility', visible: document.visibilityState === 'visible' })
    const focus = () => take({ kind: 'focus' })
    const blur = () => take({ kind: 'blur' })
    // Some systems send no focus event. Then the first click or key in the page counts as focus, and approves nothing.
    const come = () => {
      if (!guard.current.focused) focus()
    }
    look()
    if (document.hasFocus()) focus()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', focus)
    window.addEventListener('blur', blur)
    window.addEventListener('pointerdown', come, true)
    window.addEventListener('keydown', come, true)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', focus)
      window.removeEventListener('blur', blur)
      window.removeEventListener('pointerdown', come, true)
      window.removeEventListener('keydown', come, true)
      clearTimeout(timer.current)
    }
  }, [take])

  const allows = useCallback((id: string) => mayApprove(guard.current, id, performance.now()), [])
  const reported = useCallback((id: string) => take({ kind: 'reported', id }), [take])
  const relabelled = useCallback(() => take({ kind: 'label' }), [take])
  return { reported, relabelled, isAway, ready: question !== undefined && readyFor === question, allows }
}

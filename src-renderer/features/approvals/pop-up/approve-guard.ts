/**
 * Approve guard: when a click on Approve counts.
 *
 * Guards "approving takes an intended act": a click made just as the pop-up appears, gets the focus or changes its
 * question approves nothing. Each of these resets the wait. A page that is hidden or has no focus approves nothing.
 */

import { readingMs } from '@shared/approvals/reading-time.js'

/** Milliseconds for which a button that has just changed what it does ignores clicks and keys. */
export const settleDelay = 600

export interface ApproveGuard {
  readonly visible: boolean
  /** A person has focused it, with a click or a key. */
  readonly focused: boolean
  /** The question on the screen. */
  readonly question: string | undefined
  /** Time from which Approve counts, on the clock of the events. */
  readonly readyAt: number
  /** Time after which the label of the button no longer counts as new. */
  readonly settledAt: number
}

export type GuardEvent =
  | { readonly kind: 'visibility'; readonly visible: boolean }
  | { readonly kind: 'focus' | 'blur' }
  /** It is painted, and main was notified. */
  | { readonly kind: 'reported'; readonly id: string }
  | { readonly kind: 'question'; readonly id: string | undefined }
  /** The label of the button changed. */
  | { readonly kind: 'label' }

export const closedGuard: ApproveGuard = {
  visible: false,
  focused: false,
  question: undefined,
  readyAt: Number.POSITIVE_INFINITY,
  settledAt: 0,
}

/** The guard after an event. @param at time of a monotonic clock, in milliseconds. */
export const afterEvent = (guard: ApproveGuard, event: GuardEvent, at: number): ApproveGuard => {
  const readyAt = at + readingMs
  switch (event.kind) {
    case 'visibility':
      return event.visible === guard.visible ? guard : { ...guard, visible: event.visible, readyAt }
    case 'focus':
      return { ...guard, focused: true, readyAt }
    case 'blur':
      return guard.focused ? { ...guard, focused: false, readyAt } : guard
    case 'reported':
      return event.id === guard.question ? { ...guard, readyAt } : guard
    case 'label':
      return { ...guard, settledAt: at + settleDelay }
    case 'question':
      return event.id === guard.question ? guard : { ...guard, question: event.id, readyAt }
  }
}

/** Milliseconds until this question may be approved; undefined while it may not at all. */
export const waitToApprove = (guard: ApproveGuard, question: string, at: number): number | undefined =>
  guard.visible && guard.focused && guard.question === question ? Math.max(0, guard.readyAt - at) : undefined

export const mayApprove = (guard: ApproveGuard, question: string, at: number): boolean =>
  waitToApprove(guard, question, at) === 0 && at >= guard.settledAt

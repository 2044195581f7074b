/** Question queue: which of the open questions is on the screen. */
import type { OpenApproval } from '@shared/approvals/approval.js'

/** Oldest first, without those that were answered here and not yet taken off the list. */
export const waiting = (
  open: readonly OpenApproval[],
  answered: ReadonlySet<string> = new Set(),
): readonly OpenApproval[] =>
  open.filter((question) => !answered.has(question.id)).sort((a, b) => Date.parse(a.askedAt) - Date.parse(b.askedAt))

export interface VisibleQuestion {
  readonly question: OpenApproval | undefined
  /** Place in the queue, from 0. */
  readonly index: number
}

/** The question chosen before, as long as it is open; else the oldest. A new question never takes the place of the one being read. */
export const shownOf = (queue: readonly OpenApproval[], chosen: string | undefined): VisibleQuestion => {
  const index = Math.max(
    0,
    queue.findIndex((question) => question.id === chosen),
  )
  return { question: queue[index], index }
}

/**
 * Asked elsewhere: the requests as phones and the game see them. Where the owner wants these places asked only while
 * nobody uses the computer, a request arrives there as soon as that is so, and stays.
 *
 * Guards against silence: it only delays a question. Who may approve, and for how long it waits, is decided elsewhere.
 */
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { ApprovalId, OpenApproval } from '@shared/approvals/approval.js'
import { isAskedElsewhere } from '../../policy/approvals/answer-places.js'
import type { Approvers } from '../ports/approvers.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds between two looks whether somebody uses the computer. */
const lookMs = 5_000

export interface AskedElsewhereDependencies {
  readonly approvals: Approvers
  readonly places: () => AnswerPlaces
  /** Whether nobody uses this computer. */
  readonly isAway: () => boolean
  readonly clock: Pick<Clock, 'after'>
}

export function askedElsewhere({ approvals, places, isAway, clock }: AskedElsewhereDependencies): Approvers {
  const asked = new Set<ApprovalId>()
  const onDidOpen = new Emitter<OpenApproval>()
  let stopLooking = () => {}

  const isAsked = (approval: OpenApproval) => asked.has(approval.id) || isAskedElsewhere(approval, places(), isAway)

  function look(): void {
    stopLooking()
    const open = approvals.open()
    for (const approval of open.filter((one) => !asked.has(one.id) && isAsked(one))) {
      asked.add(approval.id)
      onDidOpen.emit(approval)
    }
    if (open.some(({ id }) => !asked.has(id))) stopLooking = clock.after(lookMs, look)
  }

  approvals.onDidOpen(look)
  approvals.onDidClose(({ approvalId }) => {
    asked.delete(approvalId)
    if (approvals.open().length === 0) stopLooking()
  })
  return {
    open: () => approvals.open().filter(({ id }) => asked.has(id)),
    onDidOpen: onDidOpen.on,
    onDidChange: approvals.onDidChange,
    onDidClose: approvals.onDidClose,
    attach: (person) => approvals.attach(person),
    shown: (id, person) => approvals.shown(id, person),
    decideAsPerson: (given) => approvals.decideAsPerson(given),
    answerMany: (ids, given) => approvals.answerMany(ids, given),
    hold: (id, person) => approvals.hold(id, person),
    release: (id, person) => approvals.release(id, person),
  }
}

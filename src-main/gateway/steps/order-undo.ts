/**
 * Order undo: a person who undoes something has decided, where one person is enough; it is recorded as their approval.
 *
 * Guards invariant 1. Where more people must agree, they are asked like about any other call, and who ordered it counts.
 */
import { randomUUID } from 'node:crypto'
import type { Answerer } from '../../policy/approval.js'
import type { Answer } from '../approvals.js'
import { fingerprintOf } from '../fingerprint.js'
import type { Decided, Gatehouse, Undoing, Weighable } from './call-stages.js'
import { boundBy } from './confirm.js'
import { neededToUndo } from './due.js'
import { recordDecision } from './record.js'

/** The call as decided by who ordered it; undefined where that is not enough. */
export function decidedByOrder(call: Weighable, gatehouse: Gatehouse): Decided | undefined {
  if (!call.undoing || neededToUndo(call, gatehouse) > 1) return undefined
  const answer: Answer = { approvalId: randomUUID(), outcome: 'approved', by: [call.undoing.person] }
  const bound = fingerprintOf(boundBy(call, call.manifest))
  recordDecision(call, answer, bound, gatehouse)
  return { ...call, answer, bound, ordered: true }
}

/** Their order is their agreement: as who asks they could not answer. */
export const whoOrdered = ({ person }: Undoing): Answerer => ({ id: person, name: person, kind: 'control' })

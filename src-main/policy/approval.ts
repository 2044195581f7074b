/**
 * Approval: the life of one question, as a pure state machine.
 *
 * Guards invariant 2 (silence means no) and invariant 3 (one approval runs once: a closed question never opens again).
 */

import type { ApprovalOutcome } from '../contract/approval.js'
import { assertNever } from '../contract/assert-never.js'

export type ApprovalState =
  | { readonly phase: 'open'; readonly needed: number; readonly agreed: readonly string[] }
  | { readonly phase: 'closed'; readonly outcome: ApprovalOutcome; readonly by: readonly string[] }

export type ApprovalEvent =
  | { readonly kind: 'approve' | 'deny'; readonly person: string }
  | { readonly kind: 'time-is-up' }
  | { readonly kind: 'caller-withdrew' }

/** @param needed distinct people who must agree, at least 1 */
export const openApproval = (needed: number): ApprovalState => ({
  phase: 'open',
  needed: Math.max(1, needed),
  agreed: [],
})

/** The next state. A closed question stays as it is, whatever arrives. */
export function nextApproval(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  if (state.phase === 'closed') return state
  switch (event.kind) {
    case 'approve': {
      const agreed = state.agreed.includes(event.person) ? state.agreed : [...state.agreed, event.person]
      return agreed.length >= state.needed ? { phase: 'closed', outcome: 'approved', by: agreed } : { ...state, agreed }
    }
    case 'deny':
      return { phase: 'closed', outcome: 'denied', by: [event.person] }
    case 'time-is-up':
      return { phase: 'closed', outcome: 'expired', by: [] }
    case 'caller-withdrew':
      return { phase: 'closed', outcome: 'withdrawn', by: [] }
    default:
      return assertNever(event)
  }
}

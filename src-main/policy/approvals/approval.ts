/**
 * Approval: the states of one request and of its call, as a pure state machine.
 *
 * Guards invariant 2 (a timeout, a restart and a changed server mean denied) and invariant 3 (an approval runs once:
 * only `approved` can start, once, and a closed request never reopens). A call that was running when the program ended
 * is `failed` and `unknown`, and is not repeated. Guards invariant 6: the viewers of a stream deny nothing, count as one of
 * several, and never complete a request to which no person agreed.
 */

import { assertNever } from '@contract/assert-never.js'
import type { Person } from '@shared/approvals/approval.js'

/** A person, as stored. */
export type StoredApprover = Pick<Person, 'id' | 'name' | 'kind'>

/** The viewers of a stream as one approver. */
export const isAudience = ({ kind }: Pick<Person, 'kind'>): boolean => kind === 'audience'

/**
 * Whether two approvers are one person. A command is recorded with the name of who gave it, and a name belongs to one
 * person.
 */
export const isSamePerson = (one: Pick<Person, 'id' | 'name'>, other: Pick<Person, 'id' | 'name'>): boolean =>
  one.id === other.id || one.name === other.name

export type ApprovalState =
  /** Waiting for more people to agree. */
  | { readonly phase: 'open'; readonly needed: number; readonly agreed: readonly StoredApprover[] }
  /** All required people agreed. */
  | { readonly phase: 'approved' | 'executing' | 'done'; readonly by: readonly StoredApprover[] }
  /** `unknown`: the call may or may not have run. */
  | { readonly phase: 'failed'; readonly by: readonly StoredApprover[]; readonly unknown: boolean }
  | { readonly phase: 'denied' | 'expired' | 'withdrawn' | 'superseded'; readonly by: readonly StoredApprover[] }

export type ApprovalPhase = ApprovalState['phase']

export type ApprovalEvent =
  | { readonly kind: 'approve' | 'deny'; readonly person: StoredApprover }
  | { readonly kind: 'time-is-up' | 'caller-withdrew' | 'superseded' | 'restarted' }
  | { readonly kind: 'begin' | 'done' }
  | { readonly kind: 'failed'; readonly unknown: boolean }

/**
 * @param needed distinct people who must agree, at least 1
 * @param orderedBy a person who agreed by issuing the command; never enough alone
 */
export const openApproval = (needed: number, orderedBy?: StoredApprover): ApprovalState => ({
  phase: 'open',
  needed: Math.max(orderedBy ? 2 : 1, needed),
  agreed: orderedBy && !isAudience(orderedBy) ? [orderedBy] : [],
})

/** Whether the state is final. */
export const isOver = ({ phase }: ApprovalState): boolean =>
  phase !== 'open' && phase !== 'approved' && phase !== 'executing'

/** The next state; the same object when the event changes nothing. */
export function nextApproval(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  switch (state.phase) {
    case 'open':
      return nextOfOpen(state, event)
    case 'approved':
      return nextOfApproved(state.by, event) ?? state
    case 'executing':
      return nextOfExecuting(state.by, event) ?? state
    case 'done':
    case 'failed':
    case 'denied':
    case 'expired':
    case 'withdrawn':
    case 'superseded':
      return state
    default:
      return assertNever(state)
  }
}

function nextOfOpen(state: Extract<ApprovalState, { phase: 'open' }>, event: ApprovalEvent): ApprovalState {
  switch (event.kind) {
    case 'approve': {
      const { person } = event
      if (state.agreed.some((one) => isSamePerson(one, person))) return state
      if (isAudience(person) && (state.needed < 2 || state.agreed.some(isAudience))) return state
      const agreed = [...state.agreed, person]
      return agreed.length >= state.needed ? { phase: 'approved', by: agreed } : { ...state, agreed }
    }
    case 'deny':
      return isAudience(event.person) ? state : { phase: 'denied', by: [event.person] }
    case 'time-is-up':
    case 'restarted':
      return { phase: 'expired', by: [] }
    case 'caller-withdrew':
      return { phase: 'withdrawn', by: [] }
    case 'superseded':
      return { phase: 'superseded', by: [] }
    case 'failed':
      return { phase: 'failed', by: [], unknown: false }
    case 'begin':
    case 'done':
      return state
    default:
      return assertNever(event)
  }
}

/** The next state of an approved call that has not started. */
function nextOfApproved(by: readonly StoredApprover[], { kind }: ApprovalEvent): ApprovalState | undefined {
  if (kind === 'begin') return { phase: 'executing', by }
  if (kind === 'restarted') return { phase: 'expired', by }
  if (kind === 'caller-withdrew') return { phase: 'withdrawn', by }
  if (kind === 'superseded') return { phase: 'superseded', by }
  return kind === 'failed' ? { phase: 'failed', by, unknown: false } : undefined
}

function nextOfExecuting(by: readonly StoredApprover[], event: ApprovalEvent): ApprovalState | undefined {
  if (event.kind === 'done') return { phase: 'done', by }
  if (event.kind === 'restarted') return { phase: 'failed', by, unknown: true }
  return event.kind === 'failed' ? { phase: 'failed', by, unknown: event.unknown } : undefined
}

/**
 * Answering: what a person sends as their answer, and why it may not count.
 *
 * Guards invariant 2 (a yes that was not read, not typed or not theirs to give is none) for every kind of approver,
 * whatever the screen before them allowed.
 */
import type {
  AnswerScope,
  ApprovalId,
  Decision,
  Duration,
  OfferedScopes,
  OpenApproval,
  Person,
} from '../contract/approval.js'
import type { CoverageId } from '../contract/coverage.js'
import { GatewayError } from '../contract/gateway-error.js'
import { isSubjectTyped } from '../contract/typed-subject.js'
import { mayBeApprovedInGame } from '../policy/game-approval.js'
import { isRequester } from '../policy/quorum.js'
import { isOffered, offeredTo } from '../policy/scope.js'

/** Milliseconds that a question must have stood before a person who says yes to it. */
export const minimumShownMs = 700

/** The same for a phone, where the way from the eye to the button is shorter and nothing else stands in between. */
export const minimumShownOnPhoneMs = 1_000

export interface GivenAnswer {
  readonly id: ApprovalId
  readonly decision: Decision
  readonly person: Person
  /** `once` when left out. */
  readonly duration?: Duration
  /** `exactly` when left out: an answer covers more only where it says so. */
  readonly what?: CoverageId
  /** What the person typed. */
  readonly typed?: string
}

export const scopeOf = ({
  duration = 'once',
  what = 'exactly',
}: Pick<GivenAnswer, 'duration' | 'what'>): AnswerScope => ({
  duration,
  what,
})

export type Answered = { readonly ok: true } | { readonly ok: false; readonly error: GatewayError }

/**
 * @param shownAt when the question stood before this person for the first time
 * @param now on the same clock, in milliseconds that never jump
 */
export function obstacleTo(
  { id, decision, person, typed, ...given }: GivenAnswer,
  approval: OpenApproval,
  shownAt: number | undefined,
  now: number,
): GatewayError | undefined {
  const scope = scopeOf(given)
  const offered = offeredTo(approval.offered, person)[decision]
  if (!isOffered(scope, offered)) return notOffered(scope, approval, offered)
  if (decision === 'deny') return undefined
  if (isRequester(person, approval.caller)) {
    return new GatewayError('PERMISSION.DENIED', {
      message: 'Who asks cannot agree to it.',
      suggestion: 'Somebody else has to approve it.',
      details: { approvalId: id },
    })
  }
  if (person.kind === 'player' && !mayBeApprovedInGame(approval, person)) {
    return new GatewayError('PERMISSION.DENIED', {
      message: 'This cannot be approved in the game.',
      suggestion: 'Answer on the computer.',
      details: { approvalId: id },
    })
  }
  // Whoever writes to stdin has no screen of ours; whoever types the code of a request in the game has read it.
  const hasNoScreen = person.kind === 'control' || person.kind === 'player'
  const readingMs = person.kind === 'phone' ? minimumShownOnPhoneMs : minimumShownMs
  if (!hasNoScreen && (shownAt === undefined || now - shownAt < readingMs)) {
    return new GatewayError('RISK.APPROVAL_TOO_QUICK', { details: { approvalId: id } })
  }
  if (approval.mustType !== undefined && !isSubjectTyped(typed, approval.mustType)) {
    return new GatewayError('RISK.APPROVAL_NOT_TYPED', { details: { approvalId: id, mustType: approval.mustType } })
  }
  return undefined
}

function notOffered(scope: AnswerScope, { id }: OpenApproval, { durations, coverages }: OfferedScopes): GatewayError {
  const what = coverages.map((coverage) => coverage.id).join(', ')
  const covered = durations.length > 1 ? ` It can cover: ${what}; "once" covers exactly this request.` : ''
  return new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This answer is not offered for this request.',
    suggestion: `It can last: ${durations.join(', ')}.${covered}`,
    details: { approvalId: id, scope: scope.duration, what: scope.what },
  })
}

export const closed = (id: ApprovalId): Answered => ({
  ok: false,
  error: new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } }),
})

export const tooGrave = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'What is critical is not approved together with others.',
    suggestion: 'Read this question alone, then approve it.',
  })

export const unwritten = (cause: unknown): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: 'The answer could not be written down, so it does not count.',
    suggestion: 'Make room on the disk, then answer again.',
    cause,
  })

export const unkept = (cause: GatewayError): GatewayError =>
  new GatewayError(cause.code, {
    message: `The answer counts this once. No rule was made of it: ${cause.message}`,
    suggestion: cause.suggestion,
    cause,
  })

/**
 * Decision check: validates the decision of a person.
 *
 * Guards invariant 2 (an approval that was not read, not typed or not permitted does not count) for every kind of
 * approver, whatever their screen allowed.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { AnswerScope, ApprovalId, OfferedScopes, OpenApproval, Person } from '@shared/approvals/approval.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import { isSubjectTyped } from '@shared/approvals/typed-subject.js'
import { voteQuestionOf } from '@shared/streaming/votes.js'
import { isPlaceFor } from '../../policy/approvals/answer-places.js'
import type { StoredApprover } from '../../policy/approvals/approval.js'
import { obstacleOnDiscord } from '../../policy/approvals/discord-approval.js'
import { mayBeApprovedInGame } from '../../policy/approvals/game-approval.js'
import { isRequester } from '../../policy/approvals/quorum.js'
import { mayAnswer } from '../../policy/approvals/role-rights.js'
import { isOffered, offeredTo } from '../../policy/rules/scope.js'
import type { DecisionResult, SubmittedDecision } from '../ports/approvers.js'
import { StoreLockedError } from '../ports/stores.js'

export const scopeOf = ({
  duration = 'once',
  what = 'exactly',
}: Pick<SubmittedDecision, 'duration' | 'what'>): AnswerScope => ({
  duration,
  what,
})

/**
 * @param agreed who agreed so far
 * @param shownAt when the request was first shown to this person
 * @param now milliseconds of the same monotonic clock
 * @param places where the owner lets requests be approved
 */
export function decisionError(
  { id, decision, person, typed, ...given }: SubmittedDecision,
  approval: OpenApproval,
  agreed: readonly StoredApprover[],
  shownAt: number | undefined,
  now: number,
  places: AnswerPlaces,
): GatewayError | undefined {
  if (!mayAnswer(person, decision, approval)) return notYourRole(person, approval)
  const scope = scopeOf(given)
  const offered = offeredTo(approval.offered, person)[decision]
  if (!isOffered(scope, offered)) return notOffered(scope, approval, offered)
  if (person.kind === 'audience' && !mayAudienceAnswer(approval, decision)) {
    return new GatewayError('PERMISSION.DENIED', {
      message: 'Viewers cannot answer this.',
      suggestion: 'Answer on the computer.',
      details: { approvalId: id },
    })
  }
  if (decision === 'deny') return undefined
  if (isRequester(person, approval.caller)) {
    return new GatewayError('PERMISSION.DENIED', {
      message: 'A person cannot approve their own request.',
      suggestion: 'Another person must approve it.',
      details: { approvalId: id },
    })
  }
  if (person.kind === 'player' && !mayBeApprovedInGame(approval, person, places)) {
    return new GatewayError('PERMISSION.DENIED', {
      message: 'This cannot be approved in the game.',
      suggestion: 'Answer on the computer.',
      details: { approvalId: id },
    })
  }
  if (person.kind === 'discord' && obstacleOnDiscord(approval, places) === 'critical') {
    return new GatewayError('PERMISSION.DENIED', {
      message: 'This cannot be approved on Discord.',
      suggestion: 'Answer on the computer.',
      details: { approvalId: id },
    })
  }
  if (!isPlaceFor({ risk: approval.risk, agreed }, person.kind, places)) {
    return new GatewayError('PERMISSION.DENIED', {
      message: 'The owner has switched off approving this here.',
      suggestion: 'Answer on the computer.',
      details: { approvalId: id },
    })
  }
  // Stdin has no screen, a player who types the code of a request has read it, and viewers saw what they voted on.
  const hasNoScreen = ['control', 'player', 'audience'].includes(person.kind)
  if (!hasNoScreen && (shownAt === undefined || now - shownAt < readingMs)) {
    return new GatewayError('RISK.APPROVAL_TOO_QUICK', { details: { approvalId: id } })
  }
  if (approval.mustType !== undefined && !isSubjectTyped(typed, approval.mustType)) {
    return new GatewayError('RISK.APPROVAL_NOT_TYPED', { details: { approvalId: id, mustType: approval.mustType } })
  }
  return undefined
}

function notYourRole({ role, servers }: Person, { id, server }: OpenApproval): GatewayError {
  const isOther = role === 'moderator' && servers !== undefined && !servers.includes(server.id)
  return new GatewayError('PERMISSION.DENIED', {
    message: isOther
      ? 'You are not a moderator of this server.'
      : role === 'moderator'
        ? 'A moderator cannot approve critical requests.'
        : 'With your role you can see requests, but not answer them.',
    suggestion: 'An owner can answer it, or change your role.',
    details: { approvalId: id },
  })
}

/** A yes of viewers is one of several, and what they cannot be asked they cannot approve. */
const mayAudienceAnswer = (approval: OpenApproval, decision: SubmittedDecision['decision']): boolean =>
  decision === 'approve' && approval.needed > 1 && voteQuestionOf(approval) !== undefined

function notOffered(scope: AnswerScope, { id }: OpenApproval, { durations, coverages }: OfferedScopes): GatewayError {
  const what = coverages.map((coverage) => coverage.id).join(', ')
  const covered = durations.length > 1 ? ` It can cover: ${what}; "once" covers exactly this request.` : ''
  return new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This answer is not available for this request.',
    suggestion: `It can last: ${durations.join(', ')}.${covered}`,
    details: { approvalId: id, scope: scope.duration, what: scope.what },
  })
}

export const alreadyClosed = (id: ApprovalId): DecisionResult => ({
  ok: false,
  error: new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } }),
})

export const criticalNotGrouped = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Critical requests cannot be approved together with others.',
    suggestion: 'Review this request on its own, then approve it.',
  })

export const decisionNotStored = (cause: unknown): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: 'The decision could not be saved, so it does not count.',
    suggestion:
      cause instanceof StoreLockedError
        ? 'Another program holds the file for a moment. Answer again.'
        : 'Free some disk space, then answer again.',
    cause,
  })

export const ruleNotCreated = (cause: GatewayError): GatewayError =>
  new GatewayError(cause.code, {
    message: `The answer applies to this request only. No rule was created: ${cause.message}`,
    suggestion: cause.suggestion,
    cause,
  })

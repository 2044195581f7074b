/**
 * Order: records an undo or another command of a person as their approval, when one person is enough.
 *
 * Guards invariants 1 and 2: for a critical action one person must type a confirmation, also for an undo. When more
 * people must agree, they are asked, and the person who issued the command counts as one.
 */
import { randomUUID } from 'node:crypto'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import { isSubjectTyped } from '@shared/approvals/typed-subject.js'
import type { UndoEntry } from '@shared/trail/undo.js'
import type { StoredApprover } from '../../../policy/approvals/approval.js'
import { isTyped } from '../../../policy/approvals/quorum.js'
import { subjectOf } from '../../../policy/approvals/typed-subject.js'
import { demandsOfRisk, higherRisk, riskOf } from '../../../policy/risk/risk.js'
import type { ApprovalResolution } from '../../ports/open-approvals.js'
import { type Ended, end } from '../call-path.js'
import { fingerprintOf } from '../fingerprint.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import { approversToUndo } from './approval-requirement.js'
import type { Assessable, CommandOrigin, Decided, Received } from './call-stages.js'
import { recordDecision } from './record.js'
import { boundCallOf } from './revalidate.js'

/** The command of a person for this call. */
export const orderOf = ({ undoing, ordering }: Pick<Received, 'undoing' | 'ordering'>): CommandOrigin | undefined =>
  undoing ?? ordering

/** The call as decided or ended by the command; undefined when one person is not enough. */
export function decidedByOrder(call: Assessable, deps: GatewayDependencies): Decided | Ended | undefined {
  const order = orderOf(call)
  if (!order || approversToUndo(call, deps) > 1) return undefined
  const mustType = call.undoing ? typedFor(call.undoing.entry, call, deps) : orderConfirmationText(call, deps)
  if (mustType !== undefined && !isSubjectTyped(order.typed, mustType))
    return end({ kind: 'failed', error: untyped(mustType) })
  const answer: ApprovalResolution = { approvalId: randomUUID(), outcome: 'approved', by: [order.person] }
  const bound = fingerprintOf(boundCallOf(call, call.manifest))
  recordDecision(call, answer, bound, deps)
  return { ...call, answer, bound, ordered: true }
}

/** The command counts as their agreement, because a requester cannot answer their own request. */
export const ordererOf = ({ person }: CommandOrigin): StoredApprover => ({ id: person, name: person, kind: 'control' })

/** The text that a person must type with a command; undefined when none is needed. */
export function orderConfirmationText(
  call: Pick<Assessable, 'manifest' | 'given' | 'link' | 'risk' | 'demands'>,
  deps: Pick<GatewayDependencies, 'quorums'>,
): string | undefined {
  const { manifest, given, link, risk } = call
  return isTyped(risk.level, approversToUndo(call, deps))
    ? subjectOf({ capabilityId: manifest.id, arguments: given, server: link.server })
    : undefined
}

/** The text that a person must type for an undo; undefined when none is needed, or the undo is not possible now. */
export function undoConfirmationText(entry: UndoEntry, deps: GatewayDependencies): string | undefined {
  const offer = deps.registry.offerBy(entry.server.id, entry.undo.capabilityId)
  if (!offer) return undefined
  const { manifest } = offer
  const risk = riskOf(manifest, coreCatalogue.get(manifest.id))
  return typedFor(entry, { manifest, risk, demands: demandsOfRisk(risk) }, deps)
}

/** Undoing a critical action is critical, even if the undo call alone is not. */
const typedFor = (
  entry: UndoEntry,
  undo: Pick<Assessable, 'manifest' | 'risk' | 'demands'>,
  deps: GatewayDependencies,
) => (isTyped(higherRisk(entry.risk, undo.risk.level), approversToUndo(undo, deps)) ? subjectOf(entry) : undefined)

const untyped = (mustType: string): GatewayError =>
  new GatewayError('RISK.APPROVAL_NOT_TYPED', {
    message: 'A critical action needs the name typed, also to undo it.',
    suggestion: `Type ${mustType} exactly, then try again.`,
    details: { mustType },
  })

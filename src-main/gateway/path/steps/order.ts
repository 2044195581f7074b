/**
 * Order: records an undo or a dialog order of a person as their approval, where one person is enough.
 *
 * Guards invariants 1 and 2: for a critical action one person must type a confirmation, for doing as for undoing. Where
 * more people must agree, they are asked, and the ordering person counts as one.
 */
import { randomUUID } from 'node:crypto'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import { isSubjectTyped } from '@shared/approvals/typed-subject.js'
import type { UndoEntry } from '@shared/trail/undo.js'
import type { StoredApprover } from '../../../policy/approval.js'
import { isTyped } from '../../../policy/quorum.js'
import { demandsOfRisk, higherRisk, riskOf } from '../../../policy/risk.js'
import { subjectOf } from '../../../policy/typed-subject.js'
import type { ApprovalResolution } from '../../ports/open-approvals.js'
import { type Ended, end } from '../call-path.js'
import { fingerprintOf } from '../fingerprint.js'
import type { GatewayParts } from '../gateway-parts.js'
import { approversToUndo } from './approval-requirement.js'
import type { Assessable, CommandOrigin, Decided, Received } from './call-stages.js'
import { recordDecision } from './record.js'
import { boundCallOf } from './revalidate.js'

/** The person's order for this call. */
export const orderOf = ({ undoing, ordering }: Pick<Received, 'undoing' | 'ordering'>): CommandOrigin | undefined =>
  undoing ?? ordering

/** The call as decided by the order, or ended by it; undefined when one person is not enough. */
export function decidedByOrder(call: Assessable, parts: GatewayParts): Decided | Ended | undefined {
  const order = orderOf(call)
  if (!order || approversToUndo(call, parts) > 1) return undefined
  const mustType = call.undoing ? typedFor(call.undoing.entry, call, parts) : orderConfirmationText(call, parts)
  if (mustType !== undefined && !isSubjectTyped(order.typed, mustType))
    return end({ kind: 'failed', error: untyped(mustType) })
  const answer: ApprovalResolution = { approvalId: randomUUID(), outcome: 'approved', by: [order.person] }
  const bound = fingerprintOf(boundCallOf(call, call.manifest))
  recordDecision(call, answer, bound, parts)
  return { ...call, answer, bound, ordered: true }
}

/** The order counts as their agreement: as the requester they could not answer. */
export const ordererOf = ({ person }: CommandOrigin): StoredApprover => ({ id: person, name: person, kind: 'control' })

/** What a person must type with an order; undefined when nothing. */
export function orderConfirmationText(
  call: Pick<Assessable, 'manifest' | 'given' | 'link' | 'risk' | 'demands'>,
  parts: Pick<GatewayParts, 'quorums'>,
): string | undefined {
  const { manifest, given, link, risk } = call
  return isTyped(risk.level, approversToUndo(call, parts))
    ? subjectOf({ capabilityId: manifest.id, arguments: given, server: link.server })
    : undefined
}

/** What a person must type to undo something; undefined when nothing, or when it cannot be undone now. */
export function undoConfirmationText(entry: UndoEntry, parts: GatewayParts): string | undefined {
  const offer = parts.registry.offerBy(entry.server.id, entry.undo.capabilityId)
  if (!offer) return undefined
  const { manifest } = offer
  const risk = riskOf(manifest, coreCatalogue.get(manifest.id))
  return typedFor(entry, { manifest, risk, demands: demandsOfRisk(risk) }, parts)
}

/** Undoing a critical action is critical, even if the undo call alone is not. */
const typedFor = (entry: UndoEntry, undo: Pick<Assessable, 'manifest' | 'risk' | 'demands'>, parts: GatewayParts) =>
  isTyped(higherRisk(entry.risk, undo.risk.level), approversToUndo(undo, parts)) ? subjectOf(entry) : undefined

const untyped = (mustType: string): GatewayError =>
  new GatewayError('RISK.APPROVAL_NOT_TYPED', {
    message: 'A critical action needs the name typed, also to undo it.',
    suggestion: `Type ${mustType} exactly, then try again.`,
    details: { mustType },
  })

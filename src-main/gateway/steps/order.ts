/**
 * Order: a person who undoes something, or orders it in a dialog, has decided where one person is enough; it is recorded
 * as their approval.
 *
 * Guards invariant 1, and invariant 2: one alone types what is critical, whether it is done or undone.
 * Where more people must agree, they are asked like about any other call, and who ordered it counts.
 */
import { randomUUID } from 'node:crypto'
import { coreCatalogue } from '../../contract/core-catalogue.js'
import { GatewayError } from '../../contract/gateway-error.js'
import { isSubjectTyped } from '../../contract/typed-subject.js'
import type { UndoEntry } from '../../contract/undo.js'
import type { Answerer } from '../../policy/approval.js'
import { isTyped } from '../../policy/quorum.js'
import { demandsOfRisk, riskOf, worse } from '../../policy/risk.js'
import { subjectOf } from '../../policy/typed-subject.js'
import { type Ended, end } from '../call-path.js'
import { fingerprintOf } from '../fingerprint.js'
import type { Answer } from '../question.js'
import type { Assessable, Decided, Gatehouse, Ordering, Received } from './call-stages.js'
import { boundBy } from './confirm.js'
import { neededToUndo } from './due.js'
import { recordDecision } from './record.js'

/** What a person ordered of this call. */
export const orderOf = ({ undoing, ordering }: Pick<Received, 'undoing' | 'ordering'>): Ordering | undefined =>
  undoing ?? ordering

/** The call as decided by who ordered it, or ended by it; undefined where one person is not enough. */
export function decidedByOrder(call: Assessable, gatehouse: Gatehouse): Decided | Ended | undefined {
  const order = orderOf(call)
  if (!order || neededToUndo(call, gatehouse) > 1) return undefined
  const mustType = call.undoing ? typedFor(call.undoing.entry, call, gatehouse) : typedToOrder(call, gatehouse)
  if (mustType !== undefined && !isSubjectTyped(order.typed, mustType))
    return end({ kind: 'failed', error: untyped(mustType) })
  const answer: Answer = { approvalId: randomUUID(), outcome: 'approved', by: [order.person] }
  const bound = fingerprintOf(boundBy(call, call.manifest))
  recordDecision(call, answer, bound, gatehouse)
  return { ...call, answer, bound, ordered: true }
}

/** Their order is their agreement: as who asks they could not answer. */
export const whoOrdered = ({ person }: Ordering): Answerer => ({ id: person, name: person, kind: 'control' })

/** What a person must type with an order; undefined where they need not. */
export function typedToOrder(
  call: Pick<Assessable, 'manifest' | 'given' | 'link' | 'risk' | 'demands'>,
  gatehouse: Pick<Gatehouse, 'quorums'>,
): string | undefined {
  const { manifest, given, link, risk } = call
  return isTyped(risk.level, neededToUndo(call, gatehouse))
    ? subjectOf({ capabilityId: manifest.id, arguments: given, server: link.server })
    : undefined
}

/** What a person must type to undo something; undefined where they need not, or where nothing would undo it now. */
export function typedToUndo(entry: UndoEntry, gatehouse: Gatehouse): string | undefined {
  const offer = gatehouse.registry.offerBy(entry.server.id, entry.undo.capabilityId)
  if (!offer) return undefined
  const { manifest } = offer
  const risk = riskOf(manifest, coreCatalogue.get(manifest.id))
  return typedFor(entry, { manifest, risk, demands: demandsOfRisk(risk) }, gatehouse)
}

/** What was critical to do is critical to undo, though the call that undoes it alone would not be. */
const typedFor = (entry: UndoEntry, undo: Pick<Assessable, 'manifest' | 'risk' | 'demands'>, gatehouse: Gatehouse) =>
  isTyped(worse(entry.risk, undo.risk.level), neededToUndo(undo, gatehouse)) ? subjectOf(entry) : undefined

const untyped = (mustType: string): GatewayError =>
  new GatewayError('RISK.APPROVAL_NOT_TYPED', {
    message: 'A critical action needs the name typed, also to undo it.',
    suggestion: `Type ${mustType} exactly, then try again.`,
    details: { mustType },
  })

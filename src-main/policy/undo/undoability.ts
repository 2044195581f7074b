/**
 * Undoability: how a call could be undone, decided before it runs. See docs/protocol.md#undo.
 *
 * A snapshot of the server is preferred, then the inverse action; otherwise it cannot be undone, and people are
 * informed. Undo data is not redacted, so data with a secret is not stored (invariant 8).
 */
import type { JsonObject } from '@contract/call.js'
import type { Risk } from '@contract/generated/capability-manifest.js'
import type { NoUndo, Undoability, UndoCall } from '@shared/trail/undo.js'
import { maxArgumentsOf } from '../limits/size.js'
import { containsSecret } from '../redaction/redaction.js'
import { containsSecretBySchema } from '../redaction/schema-redaction.js'
import type { RiskRequirements } from '../risk/risk.js'
import { inverseOf, isLasting, undoSourcesOf } from './inverse.js'

export interface UndoableAction {
  readonly capabilityId: string
  readonly given: JsonObject
  readonly before?: JsonObject | undefined
  readonly risk: Risk
  readonly demands: Pick<RiskRequirements, 'snapshot'>
  readonly isCore: boolean
  /** The schemas of the action's parameters and of the result of its paired context. */
  readonly schemas?: { readonly given?: object | undefined; readonly before?: object | undefined }
}

export interface ServerUndoSupport {
  /** Whether the server takes snapshots of this action. */
  readonly snapshots: boolean
  /** Whether the server offers an action. */
  readonly offers: (capabilityId: string) => boolean
}

/** How to undo the action. A planned snapshot does not exist yet. */
export type UndoPlan =
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'inverse'; readonly call: UndoCall }
  /** `isInReply`: the reply of the server can still contain what undoes it. */
  | { readonly kind: 'none'; readonly why: NoUndo; readonly isInReply?: true }

/** Maximum number of characters of JSON: arguments and the state before. */
const maxUndoCharacters = 65_536
/** Around the arguments in that list. */
const listCharacters = 16

export function planUndo(action: UndoableAction, support: ServerUndoSupport): UndoPlan {
  const { capabilityId, given, before, risk, demands, isCore, schemas } = action
  if (demands.snapshot === 'none') return none(isLasting(capabilityId) ? 'lasting' : 'not-taken')
  if (containsSecret(given) || containsSecret(before)) return none('secret')
  if (containsSecretBySchema(schemas?.given, given) || containsSecretBySchema(schemas?.before, before))
    return none('secret')
  // What may be asked with longer arguments, such as a build, can be undone too.
  const most = Math.max(maxUndoCharacters, maxArgumentsOf(capabilityId, false))
  if (JSON.stringify([given, before]).length > most + listCharacters) return none('too-large')
  // The provider declares whether its own actions can be undone. For catalogue actions Gatehouse decides, without
  // knowing the provider's snapshots.
  const wanted = isCore || risk.rollbackSupported || risk.snapshotRequired
  if (support.snapshots && wanted) return { kind: 'snapshot' }
  const inverse = inverseOf(capabilityId, given, before)
  if ('none' in inverse) return unplanned(action, inverse.none, support)
  return support.offers(inverse.capabilityId)
    ? { kind: 'inverse', call: { how: 'inverse', ...inverse } }
    : none('not-offered')
}

/** The part of the plan that is shown to people. */
export function undoabilityOf(plan: UndoPlan): Undoability {
  if (plan.kind === 'none')
    return plan.isInReply ? { possible: true, how: 'reply' } : { possible: false, why: plan.why }
  if (plan.kind === 'snapshot') return { possible: true, how: 'snapshot' }
  const { loses } = plan.call
  return { possible: true, how: 'inverse', ...(loses && { loses }) }
}

const none = (why: NoUndo): UndoPlan => ({ kind: 'none', why })

/** An action whose undo is required before it runs is not promised one that depends on its reply. */
function unplanned({ capabilityId, risk }: UndoableAction, why: NoUndo, support: ServerUndoSupport): UndoPlan {
  const sources = why === 'unread' ? undoSourcesOf(capabilityId) : undefined
  if (!sources) return none(why)
  const { capabilityId: opposite, isInReply } = sources
  if (opposite !== undefined && !support.offers(opposite)) return none('not-offered')
  return isInReply && !risk.snapshotRequired ? { kind: 'none', why, isInReply } : none(why)
}

/** Call stages: the data of a call after each step of the path. */

import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { RelayedResult } from '@contract/relayed.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { AssessedRisk } from '@contract/risk-rule.js'
import type { ReadText } from '@shared/approvals/approval.js'
import type { BuiltInRuleId } from '@shared/approvals/built-in-rule.js'
import type { Rule } from '@shared/approvals/rule.js'
import type { UndoCall, UndoEntry } from '@shared/trail/undo.js'
import type { Permitted } from '../../../policy/rights/rights.js'
import type { RiskRequirements } from '../../../policy/risk/risk.js'
import type { UndoPlan } from '../../../policy/undo/undoability.js'
import type { CallRequest } from '../../ports/calls.js'
import type { ApprovalResolution } from '../../ports/open-approvals.js'
import type { ServerLink } from '../../ports/provider.js'

/** A person undoes an action: the command itself is the decision. */
export interface Undoing {
  readonly entry: UndoEntry
  /** As the audit trail names them. */
  readonly person: string
  /** Text typed by the person. */
  readonly typed?: string
  /** The state that was shown to the person; absent when there is nothing to compare. */
  readonly seen?: { readonly state: JsonObject /** On the monotonic clock. */; readonly at: number }
}

/** A person starts an action in a dialog that describes it: the command itself is the decision. */
export interface CommandOrigin {
  /** As the audit trail names them. */
  readonly person: string
  /** Their schedule gave it. */
  readonly scheduled?: true
  /** Text typed by the person. */
  readonly typed?: string
}

export interface Received extends CallRequest {
  readonly undoing?: Undoing | undefined
  readonly ordering?: CommandOrigin | undefined
  readonly requestId: string
  readonly traceId: string
  /** ISO 8601. */
  readonly startedAt: string
}

export interface ResolvedCall extends Received {
  readonly manifest: CapabilityManifest
  readonly link: ServerLink
}

export interface Validated extends ResolvedCall {
  readonly given: JsonObject
}

export interface Authorised extends Validated {
  /** `ask`: an approval is needed whatever the risk, and no rule replaces it. */
  readonly permitted: Permitted
}

export interface Assessed extends Authorised {
  readonly risk: AssessedRisk
  /** The latest text of others that the caller has read. */
  readonly readText?: ReadText
  readonly demands: RiskRequirements
}

/** With the state before the call, from the paired context. */
export interface Assessable extends Assessed {
  readonly before?: JsonObject
  /** The action that would undo it; absent when the call changes nothing. */
  readonly plan?: UndoPlan
}

export interface Decided extends Assessable {
  /** The built-in rule that was the only reason for the approval. */
  readonly builtIn?: BuiltInRuleId
  /** The person's rule that allowed it. */
  readonly rule?: Rule
  /** Absent when no approval was needed. */
  readonly answer?: ApprovalResolution
  /** Milliseconds until people had answered; absent when no approval was needed. */
  readonly answeredAfterMs?: number
  /** The command itself was the decision, without a request. */
  readonly ordered?: true
  /** Fingerprint of the subject of the answer. */
  readonly bound?: string
}

export interface Snapshotted extends Decided {
  readonly snapshot?: {
    readonly id: string
    readonly before?: JsonObject
    /** Absent when it cannot be undone. */
    readonly undo?: UndoCall
  }
}

export interface Run extends Snapshotted {
  readonly data: JsonObject
  readonly providerSnapshotId?: string
  /** The server that ran it, by the agent's name. */
  readonly executedBy?: string
  /** Age in milliseconds, when another call read it. */
  readonly ageMs?: number
  readonly relayed?: RelayedResult
  readonly pictures?: readonly ResultPicture[]
}

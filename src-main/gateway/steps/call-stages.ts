/** Stages of a call: what is known of it after each step of the path. */
import type { BuiltInRuleId } from '../../contract/built-in-rule.js'
import type { Caller, JsonObject } from '../../contract/call.js'
import type { CallLimit, Rights } from '../../contract/client.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import type { RelayedResult } from '../../contract/relayed.js'
import type { AssessedRisk } from '../../contract/risk-rule.js'
import type { Rule } from '../../contract/rule.js'
import type { Governance } from '../../contract/settings.js'
import type { UndoCall, UndoEntry } from '../../contract/undo.js'
import type { QuorumSettings } from '../../policy/quorum.js'
import type { Permitted } from '../../policy/rights.js'
import type { Demands } from '../../policy/risk.js'
import type { UndoPlan } from '../../policy/undoability.js'
import type { AgentSnapshots } from '../agent-snapshots.js'
import type { Approvals } from '../approvals.js'
import type { AskedCalls } from '../asked-calls.js'
import type { AskingPauses } from '../asking-pauses.js'
import type { CallRequest } from '../call-path.js'
import type { CallsInFlight } from '../calls-in-flight.js'
import type { ContextCache } from '../context-cache.js'
import type { LiveFeed } from '../live-feed.js'
import type { OwnerCallBackParts } from '../owner-call-back.js'
import type { Panic } from '../panic.js'
import type { AuditLog, Clock, Log, ServerLink, Validator } from '../ports.js'
import type { Answer } from '../question.js'
import type { Rates } from '../rates.js'
import type { RecentDenials } from '../recent-denials.js'
import type { Refusals } from '../refusals.js'
import type { Registry } from '../registry.js'
import type { RuleBook } from '../rule-book.js'
import type { Taints } from '../taints.js'
import type { Traces } from '../traces.js'
import type { UndoKeeper } from '../undo-keeper.js'

/** What the steps may use. */
export interface Gatehouse {
  readonly registry: Registry
  readonly approvals: Approvals
  readonly rules: RuleBook
  readonly asked: AskedCalls
  readonly calls: CallsInFlight
  readonly feed: LiveFeed
  readonly rates: Rates
  readonly refusals: Refusals
  readonly contexts: ContextCache
  readonly traces: Traces
  readonly taints: Taints
  readonly denials: RecentDenials
  readonly askingPauses: AskingPauses
  readonly panic: Panic
  /** The person who is asked what the client of a service's call cannot be. */
  readonly owner: OwnerCallBackParts
  readonly snapshots: AgentSnapshots
  readonly undo: UndoKeeper
  readonly validator: Validator
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  /** What a caller may do, as it is now. */
  readonly rightsOf: (caller: Caller) => Rights
  /** What a caller may ask in all; no limit when undefined. */
  readonly callLimitOf: (caller: Caller) => CallLimit | undefined
  readonly quorums: () => QuorumSettings
  readonly governance: () => Governance
  /** Milliseconds a provider may take. */
  readonly callTimeoutMs: number
}

/** A person undoes what was done: their order is the decision. */
export interface Undoing {
  readonly entry: UndoEntry
  /** As the audit trail names them. */
  readonly person: string
  /** What they typed. */
  readonly typed?: string
  /** What they were shown of the world; absent where there is nothing to compare. */
  readonly seen?: { readonly state: JsonObject /** On the clock that never jumps. */; readonly at: number }
}

/** A person orders an action in a dialog that says what it does: their order is the decision. */
export interface Ordering {
  /** As the audit trail names them. */
  readonly person: string
  /** What they typed. */
  readonly typed?: string
}

export interface Received extends CallRequest {
  readonly undoing?: Undoing | undefined
  readonly ordering?: Ordering | undefined
  readonly requestId: string
  readonly traceId: string
  /** ISO 8601. */
  readonly startedAt: string
}

export interface Resolved extends Received {
  readonly manifest: CapabilityManifest
  readonly link: ServerLink
}

export interface Validated extends Resolved {
  readonly given: JsonObject
}

export interface Authorised extends Validated {
  /** `ask`: a person is asked whatever the risk, and no rule of theirs spares them the question. */
  readonly permitted: Permitted
}

export interface Assessed extends Authorised {
  readonly risk: AssessedRisk
  /** The caller has read text that somebody in the game wrote. */
  readonly tainted: boolean
  readonly demands: Demands
}

/** What the paired context read before the call. */
export interface Assessable extends Assessed {
  readonly before?: JsonObject
  /** What would undo it; absent where nothing is changed. */
  readonly plan?: UndoPlan
}

export interface Decided extends Assessable {
  /** The built-in rule without which nobody would have been asked. */
  readonly builtIn?: BuiltInRuleId
  /** The rule of a person that let it pass. */
  readonly rule?: Rule
  /** Absent when nobody had to be asked. */
  readonly answer?: Answer
  /** Milliseconds until people had answered; absent when nobody was asked. */
  readonly answeredAfterMs?: number
  /** The answer is the order itself: nobody was asked. */
  readonly ordered?: true
  /** Fingerprint of what the answer is about. */
  readonly bound?: string
}

export interface Snapped extends Decided {
  readonly snapshot?: {
    readonly id: string
    readonly before?: JsonObject
    /** Absent when nothing undoes it. */
    readonly undo?: UndoCall
  }
}

export interface Run extends Snapped {
  readonly data: JsonObject
  readonly providerSnapshotId?: string
  /** The server that ran it, as its agent calls it. */
  readonly executedBy?: string
  /** Milliseconds since another call read it. */
  readonly ageMs?: number
  readonly relayed?: RelayedResult
}

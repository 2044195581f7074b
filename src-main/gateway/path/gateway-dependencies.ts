/** Gateway dependencies: the parts of the gateway that are available to the steps of the path and to the feeds. */
import type { Caller } from '@contract/call.js'
import type { CallLimit, Rights } from '@shared/clients/client.js'
import type { Governance } from '@shared/program/settings.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import type { QuorumSettings } from '../../policy/approvals/quorum.js'
import type { ApprovalRules } from '../approvals/approval-rules.js'
import type { Approvals } from '../approvals/approvals.js'
import type { AskingPauses } from '../approvals/asking-pauses.js'
import type { CallDeduplicator } from '../approvals/call-deduplicator.js'
import type { OwnerClientChannelDependencies } from '../approvals/owner-client-channel.js'
import type { RecentDenials } from '../approvals/recent-denials.js'
import type { LiveFeed } from '../feeds/live-feed.js'
import type { Panic } from '../panic.js'
import type { AuditLog } from '../ports/audit-log.js'
import type { ClientAdmission } from '../ports/client-access.js'
import type { Validator } from '../ports/provider.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { Registry } from '../trust/registry.js'
import type { AgentSnapshots } from '../undo/agent-snapshots.js'
import type { UndoRecorder } from '../undo/undo-recorder.js'
import type { CallsInFlight } from './calls-in-flight.js'
import type { ContextCache } from './context-cache.js'
import type { Rates } from './rates.js'
import type { Refusals } from './refusals.js'
import type { TaintTracker } from './taint-tracker.js'
import type { Traces } from './traces.js'

export interface GatewayDependencies {
  readonly registry: Registry
  readonly approvals: Approvals
  readonly rules: ApprovalRules
  readonly deduplicator: CallDeduplicator
  readonly calls: CallsInFlight
  readonly feed: LiveFeed
  readonly rates: Rates
  readonly refusals: Refusals
  readonly contexts: ContextCache
  readonly traces: Traces
  readonly taints: TaintTracker
  readonly denials: RecentDenials
  readonly askingPauses: AskingPauses
  readonly panic: Panic
  /** The channel to the person who is asked when the client does not support a request. */
  readonly owner: OwnerClientChannelDependencies
  readonly snapshots: AgentSnapshots
  readonly undo: UndoRecorder
  readonly validator: Validator
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly keyless: ClientAdmission
  readonly rightsOf: (caller: Caller) => Rights
  /** Total rate limit of a caller; none when undefined. */
  readonly callLimitOf: (caller: Caller) => CallLimit | undefined
  readonly quorums: () => QuorumSettings
  readonly governance: () => Governance
  /** Where AI may build on a server. */
  readonly buildAreas: (server: string) => readonly BuildArea[]
  /** Timeout of a provider in milliseconds. */
  readonly callTimeoutMs: number
}

/** Gateway options: what the gateway is given: its stores, and what the owner wants, read for each call. */

import type { Caller } from '@contract/call.js'
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { Person } from '@shared/approvals/approval.js'
import type { CallLimit, Rights } from '@shared/clients/client.js'
import type { Governance } from '@shared/program/settings.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import type { QuorumSettings } from '../policy/approvals/quorum.js'
import type { OwnerClientChannelDependencies } from './approvals/owner-client-channel.js'
import type { ChatKeyStore } from './clients/chat-logins.js'
import type { AuditLog } from './ports/audit-log.js'
import type { ClientAdmission } from './ports/client-access.js'
import type { Subscribe } from './ports/emitter.js'
import type { Validator } from './ports/provider.js'
import type { Clock, Log } from './ports/runtime.js'
import type { AskingPauseStore, GatewayStores, LearnedWaits, PanicStore } from './ports/stores.js'

export interface GatewayOptions {
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly validator: Validator
  readonly stores: GatewayStores
  /** Current rights of a caller; `normalRights` when omitted. */
  readonly rightsOf?: (caller: Caller) => Rights
  /** Notifies when rights change; returns the function that unsubscribes. */
  readonly onDidChangeRights?: (listener: () => void) => () => void
  /** Which callers may do anything at all; all when omitted. */
  readonly keyless?: ClientAdmission
  /** Milliseconds that a caller waits for a person at most, as its owner has set; the default when omitted. */
  readonly waitOf?: (caller: Caller) => number | undefined
  /** How long clients wait as they have shown; kept in memory when omitted. */
  readonly learnedWaits?: LearnedWaits
  /** Total rate limit of a caller; none when omitted. */
  readonly callLimitOf?: (caller: Caller) => CallLimit | undefined
  /** The owner's settings for calls, read for each call. */
  readonly governance?: () => Governance
  /** Where AI may build on a server; anywhere when empty. */
  readonly buildAreas?: (server: string) => readonly BuildArea[]
  /** Store of the panic state; kept in memory when omitted. */
  readonly panic?: PanicStore
  /** Store of the asking pauses; kept in memory when omitted. */
  readonly askingPauses?: AskingPauseStore
  /** Store of the chat key; kept in memory when omitted. */
  readonly chatKey?: ChatKeyStore
  /** Reusable key that accepts game connections; a one-time key when omitted. */
  readonly connectionKey?: string
  readonly callTimeoutMs?: number
  /** Currently required number of approvals. */
  readonly quorums?: () => QuorumSettings
  /** Where the owner lets requests be approved; everywhere when omitted. */
  readonly answerPlaces?: () => AnswerPlaces
  /** Who people are now; as each answer says when omitted. */
  readonly people?: {
    current(person: Person): Person
    readonly onDidRevoke: Subscribe<Person>
  }
  /** Serves model requests of services; none when omitted. */
  readonly modelFor?: OwnerClientChannelDependencies['modelFor']
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs?: () => number
  /** Milliseconds that a client waits for a person before it receives "pending". */
  readonly maxWaitMs?: number
}

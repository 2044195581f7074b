/** Server care: what a person sees of a server besides its current state, and what they may change about it. */

import type { ContractError } from '@contract/generated/error.js'
import type { BuiltInRuleId } from '../approvals/built-in-rule.js'
import type { RuleId } from '../approvals/rule.js'
import type { HeldRole, PermissionEffect } from '../clients/client.js'
import type { DegradedReason } from './server.js'

/** One entry of the connection history. `began`: Gatehouse started to monitor the server. */
export type ConnectionEvent = {
  /** ISO 8601. */
  readonly at: string
} & (
  | { readonly kind: 'began' | 'online' }
  | { readonly kind: 'degraded'; readonly strain: DegradedReason; readonly tps?: number }
  | { readonly kind: 'offline'; readonly problem?: Pick<ContractError, 'code' | 'message'> }
)

/** What a person changes of a server; what is left out stays. */
export interface ServerChange {
  readonly name?: string
  /** `ws://host:port` or `wss://host:port`. The server keeps its id, and with it rules, rights and what was accepted. */
  readonly address?: string
  readonly token?: string
  /** The password of a Java server may cross a public network unencrypted. */
  readonly plainTextConfirmed?: true
  /** SHA-256 fingerprint of the management server that the person compared and trusts. */
  readonly managementCertificate?: string
}

/** A connection to test. For a known server, omitted members have their stored values. */
export interface ServerTrial {
  /** Id of a server that is there. */
  readonly id?: string
  readonly address?: string
  readonly token?: string
  /** SHA-256 fingerprint that the person saw and trusts for this trial. */
  readonly certificate?: string
}

/** What is tried, in order. */
export const trialSteps = ['reach', 'secure', 'token', 'contract', 'offer'] as const
export type TrialStep = (typeof trialSteps)[number]

export type ServerTrialResult =
  | {
      readonly ok: true
      /** Whether the connection is encrypted: the address is `wss:`. */
      readonly secure: boolean
      /** What the server calls itself. */
      readonly name: string
      readonly software?: string
      /** Version of the contract that its agent speaks. */
      readonly agent: string
      /** What is newer than its version does not work there. */
      readonly older: boolean
      readonly capabilities: number
      readonly refused: number
      /** Milliseconds until it had registered. */
      readonly registrationMs: number
      /** Milliseconds of a heartbeat; absent when it answered none. */
      readonly latencyMs?: number
    }
  | {
      readonly ok: false
      readonly secure: boolean
      /** The step that failed; those before it went well. */
      readonly at: TrialStep
      readonly error: ContractError
    }

/** Why a capability is allowed, asked about or denied: what decided. */
export type AccessReason = 'role' | 'permission' | 'rule' | 'built-in' | 'risk' | 'harmless'

/** What one client may do with one capability of a server, before its arguments are known: they may raise the risk. */
export interface CapabilityAccess {
  readonly id: string
  readonly effect: PermissionEffect
  readonly why: AccessReason
  /** The rule that decided. */
  readonly rule?: RuleId
  /** The built-in rule that decided. */
  readonly builtIn?: BuiltInRuleId
  /** People who must agree; where they are asked. */
  readonly people?: number
  /** It passes, and the trail keeps what it changed. */
  readonly noted?: true
}

/** What one client may do on one server. */
export interface ClientAccess {
  readonly id: string
  /** Absent for the bridge. */
  readonly name?: string
  readonly role: HeldRole
  /** The role is one for this server. */
  readonly ownRole: boolean
  /** Entries of its permissions that count here. */
  readonly permissions: number
  /** Capabilities by what happens when it asks. */
  readonly allow: number
  readonly ask: number
  readonly deny: number
  /** Rules that may count here, some only for certain arguments or for a session. */
  readonly rules: readonly RuleId[]
}

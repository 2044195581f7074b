/** Server care: data of a server besides its current state, and the changes that a person may make. */

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
  | { readonly kind: 'offline'; readonly problem?: Pick<ContractError, 'code' | 'message' | 'details'> }
)

/** A change of a server; omitted members stay unchanged. */
export interface ServerChange {
  readonly name?: string
  /**
   * As in `AddedServer`. The server keeps its id, and so its rules, rights and accepted capabilities.
   */
  readonly address?: string
  readonly token?: string
  /** The password of a Java server may cross a public network unencrypted. */
  readonly plainTextConfirmed?: true
  /** SHA-256 fingerprint of the management server that the person verified. */
  readonly managementCertificate?: string
  /** Password for SSH, or passphrase of its key. */
  readonly login?: string
  /** Fingerprint of the SSH host key that the person verified. */
  readonly hostKey?: string
  /** Host and port of the machine behind a panel that the person accepted. */
  readonly node?: string
  /** SHA-256 fingerprint of that machine's certificate that the person verified. */
  readonly nodeCertificate?: string
  /** SHA-256 fingerprint of a panel's certificate that the person verified. */
  readonly certificate?: string
}

/** A connection to test. For a known server, omitted members have their stored values. */
export interface ServerTrial {
  /** Id of an existing server. */
  readonly id?: string
  readonly address?: string
  readonly token?: string
  /** SHA-256 fingerprint that the person saw and trusts for this trial. */
  readonly certificate?: string
}

/** The steps of a trial, in order. */
export const trialSteps = ['reach', 'secure', 'token', 'contract', 'offer'] as const
export type TrialStep = (typeof trialSteps)[number]

export type ServerTrialResult =
  | {
      readonly ok: true
      /** Whether the connection is encrypted: the address is `wss:`. */
      readonly secure: boolean
      /** The name that the server declares. */
      readonly name: string
      readonly software?: string
      /** Version of the contract that its agent speaks. */
      readonly agent: string
      /** Whether features newer than its version are unavailable. */
      readonly older: boolean
      readonly capabilities: number
      readonly refused: number
      /** Milliseconds until the registration. */
      readonly registrationMs: number
      /** Milliseconds of a heartbeat; absent without a response. */
      readonly latencyMs?: number
    }
  | {
      readonly ok: false
      readonly secure: boolean
      /** The step that failed; the earlier steps succeeded. */
      readonly at: TrialStep
      readonly error: ContractError
    }

/** What decides whether a capability is allowed, asked about or denied. */
export type AccessReason = 'role' | 'permission' | 'rule' | 'built-in' | 'risk' | 'harmless'

/** The access of one client to one capability of a server, without the arguments, which may raise the risk. */
export interface CapabilityAccess {
  readonly id: string
  readonly effect: PermissionEffect
  readonly why: AccessReason
  /** The rule that decided. */
  readonly rule?: RuleId
  /** The built-in rule that decided. */
  readonly builtIn?: BuiltInRuleId
  /** Number of people who must agree, if an approval is needed. */
  readonly people?: number
  /** The call is allowed, and the trail records its changes. */
  readonly noted?: true
}

/** The access of one client to one server. */
export interface ClientAccess {
  readonly id: string
  /** Absent for the bridge. */
  readonly name?: string
  readonly role: HeldRole
  /** Whether the role is specific to this server. */
  readonly ownRole: boolean
  /** Number of its permission entries that apply here. */
  readonly permissions: number
  /** Number of capabilities by the effect of a call. */
  readonly allow: number
  readonly ask: number
  readonly deny: number
  /** Rules that may apply here, some only for certain arguments or a session. */
  readonly rules: readonly RuleId[]
}

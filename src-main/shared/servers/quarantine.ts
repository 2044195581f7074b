/**
 * Quarantine: capabilities of a server that no person has accepted in their current form. See
 * docs/protocol.md#manifest-acceptance.
 */
import type { Level } from '@contract/compatibility/change.js'
import type { ManifestDifference } from '@contract/compatibility/difference.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { TextFinding } from './text-finding.js'

export interface AcceptedManifest {
  readonly manifest: CapabilityManifest
  /** Members that equalled the catalogue at that time, and so did not come from the server. */
  readonly catalogued: readonly string[]
}

/** A capability whose id was never accepted. It is not listed and cannot be called. */
export interface NewCapability {
  readonly reason: 'new'
  readonly id: string
  readonly offered: CapabilityManifest
}

/** A capability that differs from the accepted manifest, which stays listed. Calls are refused. */
export interface ChangedCapability {
  readonly reason: 'changed'
  readonly id: string
  readonly offered: CapabilityManifest
  readonly acceptedVersion: string
  readonly level: Level
  /** Whether it is a breaking change without a new MAJOR version. */
  readonly breaksUnannounced: boolean
  /** Whether its version is lower than the accepted one. */
  readonly goesBack: boolean
  readonly differences: readonly ManifestDifference[]
}

export type UnacceptedCapability = NewCapability | ChangedCapability

/** A rejection by a person, valid while the offer stays unchanged. */
export interface Rejection {
  /** ISO 8601. */
  readonly at: string
  /** Name of the person in the audit trail. */
  readonly by: string
}

/** An accepted manifest that was later replaced by another one. */
export interface EarlierManifest {
  readonly manifest: CapabilityManifest
  /** ISO 8601, when it was replaced. */
  readonly until: string
}

export type QuarantinedCapability = UnacceptedCapability & {
  /** SHA-256 in hex of the shown data, which an acceptance must contain. */
  readonly fingerprint: string
  /** Findings in its texts; absent when there are none. With findings, only a person can accept it. */
  readonly findings?: readonly TextFinding[]
  /** Present when a person rejected exactly this offer: it stays blocked without a new request. */
  readonly rejected?: Rejection
}

/** A capability as the person who accepts it saw it. */
export interface SeenCapability {
  readonly id: string
  readonly fingerprint: string
}

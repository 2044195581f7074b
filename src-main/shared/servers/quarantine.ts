/**
 * Quarantine: what a server offers that no person has accepted as it is now. See docs/protocol.md#manifest-acceptance.
 */
import type { Level } from '@contract/compatibility/change.js'
import type { ManifestDifference } from '@contract/compatibility/difference.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { TextFinding } from './text-finding.js'

/** A manifest that a person accepted. */
export interface AcceptedManifest {
  readonly manifest: CapabilityManifest
  /** Members that were the catalogue's own then, so that they were never the server's word. */
  readonly catalogued: readonly string[]
}

/** Nobody has accepted anything under this id. It is not listed and cannot be called. */
export interface NewCapability {
  readonly reason: 'new'
  readonly id: string
  readonly offered: CapabilityManifest
}

/** It is not what was accepted. The accepted manifest stays listed, and calls are refused. */
export interface ChangedCapability {
  readonly reason: 'changed'
  readonly id: string
  readonly offered: CapabilityManifest
  readonly acceptedVersion: string
  /** How much changed. */
  readonly level: Level
  /** It breaks those who call it, and its version does not say so with a new MAJOR. */
  readonly breaksUnannounced: boolean
  /** Its version is lower than the accepted one. */
  readonly goesBack: boolean
  readonly differences: readonly ManifestDifference[]
}

export type UnacceptedCapability = NewCapability | ChangedCapability

/** A person's no to what a server offers, for as long as it offers just that. */
export interface Rejection {
  /** ISO 8601. */
  readonly at: string
  /** As the audit trail names them. */
  readonly by: string
}

/** A manifest that a person accepted, and has accepted another one since. */
export interface EarlierManifest {
  readonly manifest: CapabilityManifest
  /** ISO 8601, when another one took its place. */
  readonly until: string
}

export type QuarantinedCapability = UnacceptedCapability & {
  /** SHA-256 in hex of what a person is shown, which an acceptance must name. */
  readonly fingerprint: string
  /** What a person should look at in its texts; absent when nothing was found. Only a person accepts it then. */
  readonly findings?: readonly TextFinding[]
  /** A person said no to exactly this: it stays blocked, and nobody is asked about it. */
  readonly rejected?: Rejection
}

/** What a person accepts: a capability as they saw it. */
export interface SeenCapability {
  readonly id: string
  readonly fingerprint: string
}

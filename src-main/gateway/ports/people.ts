/**
 * People ports: the interfaces for the page of a second person, and the stored data of people.
 *
 * Guards invariant 6: the page can request a pairing but cannot grant one.
 */
import type { KnownPerson, PairedPerson } from '@shared/clients/people.js'
import type { PairingState } from '@shared/clients/phone.js'
import type { Subscribe } from './emitter.js'

export interface StoredPerson extends PairedPerson {
  /** SHA-256 of their key, in hex. */
  readonly keyHash: string
}

/** All methods throw when the store cannot be read or written. */
export interface PeopleStore {
  /** Valid rows, oldest first. */
  all(): StoredPerson[]
  add(person: StoredPerson): void
  touch(id: string, at: string): void
  remove(id: string): void
}

export interface PairingClaim {
  readonly secret: string
  readonly code: string
  /** The name that the person chose. */
  readonly name: string
}

/** `ticket`: used by its holder to poll the status. */
export type ClaimResult =
  | { readonly ok: true; readonly ticket: string; readonly check: string }
  | { readonly ok: false; readonly why: 'nothing-offered' | 'wrong-secret' | 'wrong-code' | 'bad-name' }

export interface AuthenticatedApprover {
  readonly id: string
  readonly name: string
  /** Aborts when the key is revoked; all their connections end then. */
  readonly revoked: AbortSignal
}

export interface PhonePairing {
  claim(claim: PairingClaim): ClaimResult
  /** The key is returned once, to the holder of the ticket. */
  pairingStateOf(ticket: string): PairingState & { readonly key?: string }
  approverOf(key: string): AuthenticatedApprover | undefined
  /** Registers an open page. @returns the function to call when it closes */
  pageOpened(id: string): () => void
}

/** A pairing that is offered, or waits for confirmation at the computer. */
export interface OpenPairing {
  readonly id: string
  readonly secret: string
  readonly code: string
  readonly endsAt: Date
  readonly claim: { readonly name: string; readonly check: string } | undefined
}

/** The state of the listener for phones, for the owner. */
export interface PhoneApprovers {
  list(): KnownPerson[]
  readonly pairing: OpenPairing | undefined
  cancel(): void
  readonly onDidChange: Subscribe<void>
  readonly onDidRevoke: Subscribe<PairedPerson>
}

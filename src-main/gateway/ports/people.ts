/**
 * People ports: what the page of a second person needs from the program, and what is stored of people.
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

/** Everything throws where it cannot be read or written. */
export interface PeopleStore {
  /** Valid rows, oldest first. */
  all(): StoredPerson[]
  add(person: StoredPerson): void
  touch(id: string, at: string): void
  remove(id: string): void
  close(): void
}

/** A phone's pairing request. */
export interface PairingClaim {
  readonly secret: string
  readonly code: string
  /** What the person calls themselves. */
  readonly name: string
}

/** `ticket`: used by its holder to poll the status. */
export type ClaimResult =
  | { readonly ok: true; readonly ticket: string; readonly check: string }
  | { readonly ok: false; readonly why: 'nothing-offered' | 'wrong-secret' | 'wrong-code' | 'bad-name' }

/** A person with a valid key. */
export interface AuthenticatedApprover {
  readonly id: string
  readonly name: string
  /** Aborts when the key is taken away: everything of theirs ends then. */
  readonly revoked: AbortSignal
}

export interface PhonePairing {
  claim(claim: PairingClaim): ClaimResult
  /** The key is returned once, to the holder of the ticket. */
  pairingStateOf(ticket: string): PairingState & { readonly key?: string }
  approverOf(key: string): AuthenticatedApprover | undefined
  /** Their page is open. @returns the function to call when it closes */
  arrive(id: string): () => void
}

/** A pairing that is offered, or waits for confirmation at the computer. */
export interface OpenPairing {
  readonly id: string
  readonly secret: string
  readonly code: string
  readonly endsAt: Date
  readonly claim: { readonly name: string; readonly check: string } | undefined
}

/** What the listener for phones shows to the owner. */
export interface PhoneApprovers {
  list(): KnownPerson[]
  readonly pairing: OpenPairing | undefined
  /** Ends the pairing. */
  cancel(): void
  readonly onDidChange: Subscribe<void>
  readonly onDidRevoke: Subscribe<PairedPerson>
}

/**
 * People ports: what the page of a second person needs of the program, and what the program needs to keep of them.
 *
 * Guards invariant 6: who serves the page can ask to be let in and can not let anybody in.
 */
import type { PairedPerson } from '../contract/people.js'
import type { PairingStanding } from '../contract/phone.js'

export interface StoredPerson extends PairedPerson {
  /** SHA-256 of their key, in hex. */
  readonly keyHash: string
}

/** Everything throws where it cannot be read or written. */
export interface PeopleStore {
  /** Those whose row is sound, the oldest first. */
  all(): StoredPerson[]
  add(person: StoredPerson): void
  touch(id: string, at: string): void
  remove(id: string): void
  close(): void
}

/** What a phone says to be paired. */
export interface PairingClaim {
  readonly secret: string
  readonly code: string
  /** What the person calls themselves. */
  readonly name: string
}

/** `ticket`: what its holder asks with how it stands. */
export type Claimed =
  | { readonly ok: true; readonly ticket: string; readonly check: string }
  | { readonly ok: false; readonly why: 'nothing-offered' | 'wrong-secret' | 'wrong-code' | 'bad-name' }

/** Somebody whose key is right. */
export interface Approver {
  readonly id: string
  readonly name: string
  /** Aborts when the key is taken away: everything of theirs ends then. */
  readonly revoked: AbortSignal
}

export interface PeopleAtTheDoor {
  claim(claim: PairingClaim): Claimed
  /** The key is handed over once, to who holds the ticket. */
  standingOf(ticket: string): PairingStanding & { readonly key?: string }
  approverOf(key: string): Approver | undefined
  /** Their page is open. @returns the function that says it no longer is */
  arrive(id: string): () => void
}

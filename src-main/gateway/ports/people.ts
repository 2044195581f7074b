/**
 * People ports: the stored data of people, and the interface for the page on a phone.
 *
 * Guards invariant 6: the page can request a pairing but cannot grant one.
 */
import type { Person } from '@shared/approvals/approval.js'
import type { ListedPerson, PersonTerms, PersonWay } from '@shared/clients/person.js'
import type { PairingState } from '@shared/clients/phone.js'
import type { Subscribe } from './emitter.js'
import type { FoundWay } from './person-directory.js'

export interface StoredPerson extends PersonTerms {
  readonly id: string
  readonly addedAt: string
}

export interface StoredWay {
  /** Id of the person. */
  readonly person: string
  readonly way: PersonWay
  /** SHA-256 of the key of a phone, in hex; the public key of a computer, as SPKI in base64. */
  readonly proof?: string
}

/** All methods throw when the store cannot be read or written. */
export interface PeopleStore {
  /** Valid rows, oldest first. */
  people(): StoredPerson[]
  /** Whether somebody is stored who cannot be read. */
  isDamaged(): boolean
  /** Valid rows, oldest first, also of people who are not stored. */
  ways(): StoredWay[]
  /** Adds or replaces a person. */
  put(person: StoredPerson): void
  /** With all their ways. */
  remove(person: string): void
  addWay(way: StoredWay): void
  touch(way: string, at: string): void
  removeWay(way: string): void
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

export interface PhonePairing {
  claim(claim: PairingClaim): ClaimResult
  /** The key is returned once, to the holder of the ticket. */
  pairingStateOf(ticket: string): PairingState & { readonly key?: string }
  /** The phone with this key, and its person. */
  phoneOf(key: string): FoundWay | undefined
  /** The person of a phone as they may answer now. @param way id of the phone */
  personOf(way: string): Person | undefined
  /** Registers an open page. @param way id of the phone @returns the function to call when it closes */
  pageOpened(way: string): () => void
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
  list(): readonly ListedPerson[]
  readonly pairing: OpenPairing | undefined
  /** Id of the person whose phone is paired; undefined for a new person. */
  readonly pairedPerson: string | undefined
  cancel(): void
  readonly onDidChange: Subscribe<void>
}

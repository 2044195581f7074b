/** People: those who approve beside the person at the computer, as the window sees them and how they come to be. */
import type { ContractError } from '@contract/generated/error.js'

/** Somebody who has paired a phone, or another computer. */
export interface PairedPerson {
  /** `phone:` and eight hexadecimal digits. */
  readonly id: string
  readonly name: string
  /** ISO 8601. */
  readonly pairedAt: string
  /** ISO 8601; absent when the page was never open. */
  readonly lastSeenAt?: string
}

export interface KnownPerson extends PairedPerson {
  /** Their page is open now, so that they can be asked. */
  readonly present: boolean
}

/** Whether phones can reach this computer. */
export type LanState =
  | { readonly kind: 'off' }
  /** No network that a phone could be on. */
  | { readonly kind: 'no-network' }
  | { readonly kind: 'failed'; readonly error: ContractError }
  | {
      readonly kind: 'on'
      /** `https://ADDRESS:PORT`, one for each network, the likeliest first. */
      readonly origins: readonly string[]
      /** SHA-256 of the certificate, as `AB:CD:…`. */
      readonly fingerprint: string
    }

/** A phone that is about to be paired. */
export interface PairingView {
  readonly id: string
  /** What the QR code says; the secret stands behind `#`, where no request carries it. */
  readonly link: string
  /** Six digits that the person types. */
  readonly code: string
  /** ISO 8601; the pairing expires then. */
  readonly endsAt: string
  /** Who typed the code, as they call themselves, and four characters that stand on their screen too. */
  readonly claim?: { readonly name: string; readonly check: string }
}

export interface PeopleView {
  readonly lan: LanState
  /** The oldest first. */
  readonly people: readonly KnownPerson[]
  readonly pairing: PairingView | null
}

export const peopleLimits = { people: 20, name: 40 }

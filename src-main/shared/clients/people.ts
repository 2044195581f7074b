/** People: approvers other than the person at the computer, and how they are paired. */
import type { ContractError } from '@contract/generated/error.js'

/** A person who has paired a phone or another computer. */
export interface PairedPerson {
  /** `phone:` and eight hexadecimal digits. */
  readonly id: string
  readonly name: string
  /** ISO 8601. */
  readonly pairedAt: string
  /** ISO 8601; absent when the page was never opened. */
  readonly lastSeenAt?: string
}

export interface KnownPerson extends PairedPerson {
  /** Whether their page is open, so that they can receive requests. */
  readonly present: boolean
}

/** A network in which phones may reach this computer, as the owner chose it. */
export interface PhoneNetwork {
  /** Name of the network interface. */
  readonly interface: string
  /** `192.168.1.0/24` */
  readonly network: string
}

/** `local`: Wi-Fi or cable, which the name of the interface does not tell apart. */
export type NetworkKind = 'wifi' | 'wired' | 'local' | 'vpn' | 'unknown'

/** A network that the owner can choose, or has chosen. */
export interface ListedNetwork extends PhoneNetwork {
  readonly isChosen: boolean
  /** Absent when this computer is not in that network now. */
  readonly present?: {
    readonly kind: NetworkKind
    /** Address of this computer. */
    readonly address: string
  }
}

/** Whether phones can reach this computer. */
export type LanState =
  | { readonly kind: 'off' }
  /** On, but the owner has not chosen a network. */
  | { readonly kind: 'no-choice' }
  /** This computer is in none of the chosen networks. */
  | { readonly kind: 'no-network' }
  | { readonly kind: 'failed'; readonly error: ContractError }
  | {
      readonly kind: 'on'
      /** `https://ADDRESS:PORT`, one for each network, the most likely first. */
      readonly origins: readonly string[]
      /** SHA-256 of the certificate, as `AB:CD:…`. */
      readonly fingerprint: string
    }

/** A pairing in progress. */
export interface PairingView {
  readonly id: string
  /** The link of the QR code; the secret is in the fragment, which is not sent in requests. */
  readonly link: string
  /** Six digits that the person types. */
  readonly code: string
  /** ISO 8601; the pairing expires then. */
  readonly endsAt: string
  /** The person who typed the code: their name, and four characters that their screen shows too. */
  readonly claim?: { readonly name: string; readonly check: string }
}

export interface PeopleView {
  readonly lan: LanState
  readonly networks: readonly ListedNetwork[]
  /** The oldest first. */
  readonly people: readonly KnownPerson[]
  readonly pairing: PairingView | null
}

export const peopleLimits = { people: 20, name: 40, networks: 16 }

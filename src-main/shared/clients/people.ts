/** People: the people who answer, as the window shows them, and how their phones are paired. */
import type { ContractError } from '@contract/generated/error.js'
import type { ListedPerson } from './person.js'

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
  /** Id of the person whose phone it is; absent for a new person. */
  readonly person?: string
}

export interface PeopleView {
  readonly lan: LanState
  readonly networks: readonly ListedNetwork[]
  /** The oldest first. */
  readonly people: readonly ListedPerson[]
  readonly pairing: PairingView | null
}

export const peopleLimits = { name: 40, networks: 16, servers: 128 }

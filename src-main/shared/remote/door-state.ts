/** Door state: where windows of other computers reach a gateway, and who is invited. */
import type { ContractError } from '@contract/generated/error.js'
import type { PersonRole } from '../clients/person-role.js'
import { remoteWire } from './wire.js'

export interface RemoteSettings {
  readonly enabled: boolean
  readonly port: number
  /** The address of this computer to listen on; all of them when it is empty. */
  readonly host: string
  /** Whether AI clients on other computers may connect there too, each with a key of its own. */
  readonly aiClients: boolean
}

export const defaultRemote: RemoteSettings = {
  enabled: false,
  port: remoteWire.defaultPort,
  host: '',
  aiClients: false,
}

/** How long a pairing code can be used, and how many wrong tries end it. */
export const invitationLimits = { ms: 600_000, wrongTries: 5 } as const

/** Whether windows of other computers can connect. `addresses`: `HOST:PORT`, the likely ones first. */
export type DoorState =
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly addresses: readonly string[]; readonly fingerprint: string }
  | { readonly kind: 'failed'; readonly error: ContractError }

/** Somebody who was invited and has not come yet. */
export interface OpenInvitation {
  readonly name: string
  readonly role: PersonRole
  /** ISO 8601. */
  readonly endsAt: string
}

export interface RemoteView {
  readonly settings: RemoteSettings
  readonly door: DoorState
  readonly invitation: OpenInvitation | null
}

/** With its code, which is shown once. */
export interface NewInvitation extends OpenInvitation {
  readonly code: string
  readonly addresses: readonly string[]
}

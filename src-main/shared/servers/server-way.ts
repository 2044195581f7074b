/** Server way: what was found out about the ways to a server, and the servers that a panel or Docker lists. */
import type { ContractError } from '@contract/generated/error.js'
import type { JavaAddressKind } from '@contract/java-address.js'

/** `crashed`: it is stopped, and nobody stopped it. */
export type PowerState = 'stopped' | 'crashed' | 'starting' | 'running' | 'stopping' | 'unknown'

export const powerOrders = ['start', 'stop', 'restart'] as const
export type PowerOrder = (typeof powerOrders)[number]

/** What the host of a server says about its process. */
export interface ServerPower {
  readonly state: PowerState
  /** Of the owner, while it is carried out. */
  readonly order?: PowerOrder
}

/** Requests and commands that a panel's limit delays. */
export interface PanelQueue {
  readonly requests: number
  /** Until the last of them is sent, as far as is known. */
  readonly seconds: number
}

/** `sent`: its host took the order, but the state that it asks for was not seen in time. */
export interface PowerResult {
  readonly outcome: 'done' | 'already' | 'sent'
  readonly state: PowerState
}

/** In the order in which a person reads them. `key`: whether something else uses it, where the host tells. */
export const wayParts = ['console', 'log', 'files', 'power', 'key'] as const
export type WayPart = (typeof wayParts)[number]

/** `missing`: this way has no such part. */
export type WayPartReport =
  | { readonly part: WayPart; readonly state: 'works' | 'missing' }
  | { readonly part: WayPart; readonly state: 'failed'; readonly problem: ContractError }

/** Where servers can be listed before one is added. */
export type PlaceToList =
  | {
      readonly kind: 'docker'
      /** `ssh://USER@HOST[:PORT]` or `tcp://HOST:PORT`; absent for the engine of this computer. */
      readonly engine?: string
      /** `SHA256:…` of the SSH host key that the person trusted. */
      readonly hostKey?: string
      /** Absolute path of the private key. */
      readonly keyFile?: string
      /** Password, or with a key file its passphrase. */
      readonly login?: string
    }
  | {
      readonly kind: 'pterodactyl' | 'mcsmanager'
      /** Host, with its port where it is not the usual one. */
      readonly panel: string
      readonly key: string
      /** SHA-256 fingerprint that the person trusted. */
      readonly certificate?: string
    }

export interface ListedPlace {
  /** Complete, for example `docker://mc`. */
  readonly address: string
  /** As the panel or Docker names it: untrusted text, cleaned. */
  readonly name: string
  /** What tells it from others, for example its image. Untrusted text, cleaned. */
  readonly detail?: string
  readonly isRunning?: boolean
}

/** What Gatehouse signs in with, as people call it: `key` at a panel, `login` over SSH. */
export type SecretName = 'token' | 'password' | 'key' | 'login'

/** Undefined where nothing is entered. @param way undefined for an agent @param overSsh whether SSH signs in there */
export function secretNameOf(way: JavaAddressKind | undefined, overSsh = false): SecretName | undefined {
  switch (way) {
    case undefined:
      return 'token'
    case 'rcon':
      return 'password'
    case 'pterodactyl':
    case 'mcsmanager':
      return 'key'
    case 'ssh':
    case 'sftp':
      return 'login'
    case 'docker':
      return overSsh ? 'login' : undefined
  }
}

/** What a person must accept before the connection continues, according to an error. */
export type WayQuestion =
  | {
      readonly kind: 'hostKey' | 'certificate' | 'nodeCertificate'
      readonly value: string
      readonly isChanged: boolean
    }
  | { readonly kind: 'node'; readonly value: string }

export function questionOf({ code, details = {} }: Pick<ContractError, 'code' | 'details'>): WayQuestion | undefined {
  const { fingerprint, node, of } = details
  if (typeof node === 'string') return { kind: 'node', value: node }
  if (typeof fingerprint !== 'string' || !code.startsWith('AUTH.')) return undefined
  // The pin of a panel is for the address that gets its key; a node has its own.
  const ofCertificate = of === 'node' ? 'nodeCertificate' : 'certificate'
  const kind = fingerprint.startsWith('SHA256:') ? 'hostKey' : ofCertificate
  return { kind, value: fingerprint, isChanged: code.endsWith('_CHANGED') }
}

/** More players than any server holds: a person who was notified that their number is unknown accepts whoever is online. */
export const anyPlayers = 1_000_000

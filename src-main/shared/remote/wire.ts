/**
 * Wire: messages between the window of another computer and a gateway, one JSON text a frame, over a WebSocket over TLS.
 *
 * The window checks the pinned key of the gateway's certificate before it sends anything. It proves its device by a
 * signature over the exporter of this TLS session, so that nothing it sends is of use in another connection. Each order
 * has the next number of this device since the gateway started (`boot`); a number that was followed already gets the
 * reply it got then, so that an order that is sent again after a cut is followed once.
 */
import type { PersonRole } from '../clients/person-role.js'

export const remoteWire = {
  path: '/owner',
  protocol: 1,
  defaultPort: 8797,
  /** Label of the TLS exporter (RFC 5705), and its bytes. */
  exporter: { label: 'EXPORTER-gatehouse-owner', bytes: 32 },
  /** Milliseconds between two heartbeats, and of silence after which the link is cut. */
  heartbeatMs: 10_000,
  silenceMs: 25_000,
} as const

export interface RemoteIdentity {
  readonly id: string
  readonly name: string
  readonly version: string
}

export interface RemotePersonTerms {
  readonly id: string
  readonly name: string
  readonly role: PersonRole
  readonly servers?: readonly string[]
}

/** What a window sends. */
export type FromWindow =
  /** `secret`: of the pairing code. `publicKey`: Ed25519, as SPKI in base64. */
  | { readonly pair: { readonly secret: string; readonly computer: string; readonly publicKey: string } }
  /** `signature`: Ed25519 over the exporter of this TLS session, in base64. */
  | { readonly prove: { readonly device: string; readonly signature: string } }
  | {
      readonly order: number
      readonly boot: string
      readonly page: 'window' | 'pop-up'
      readonly name: string
      readonly payload?: unknown
    }

/** What a gateway sends. */
export type FromGateway =
  | { readonly hello: { readonly protocol: number; readonly gateway: RemoteIdentity } }
  | { readonly paired: { readonly device: string; readonly person: RemotePersonTerms } }
  /** `orders`: the highest number of this device that was followed. */
  | { readonly welcome: { readonly boot: string; readonly orders: number; readonly person: RemotePersonTerms } }
  /** `result` is a `Result` of the table of orders. */
  | { readonly reply: number; readonly result: unknown }
  | { readonly event: string; readonly message: unknown }
  /** The last message before the gateway closes the connection. */
  | { readonly refused: { readonly code: string; readonly message: string; readonly suggestion?: string } }

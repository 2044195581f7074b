/** Connections: ports for recording and reading connected and rejected clients. */
import type { ConnectedClient, RejectedConnection, RejectionReason } from '@shared/clients/connection.js'

export interface ConnectingClient {
  readonly clientId: string
  readonly says?: string | undefined
}

/** An open request or stream of a client. */
export interface Closable {
  once(event: 'close', listener: () => void): unknown
}

export interface NewRejection {
  readonly reason: RejectionReason
  /** The received Host or Origin. */
  readonly from?: string | undefined
  /** The client named by the key. */
  readonly clientId?: string | undefined
}

export interface ActivityRecorder {
  /** A client is active; it counts as connected while the request or stream is open. */
  noteActivity(client: ConnectingClient, connection: Closable): void
}

export interface ConnectedClientList {
  /** Ordered by last activity, newest first. */
  all(): readonly ConnectedClient[]
}

export interface RejectionRecorder {
  note(rejection: NewRejection): void
}

export interface RejectionList {
  /** Newest first. */
  all(): readonly RejectedConnection[]
}

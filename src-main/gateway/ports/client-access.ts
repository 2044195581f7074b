/** Client access: ports for client keys and the credential store. */
import type { Caller } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { ClientIdentity } from '@shared/clients/client.js'

/** A client with a valid key. */
export interface AuthenticatedClient {
  readonly client: ClientIdentity
  /** Aborts when the key is revoked: all connections of the client then end. */
  readonly revoked: AbortSignal
  /** Remote IP address; absent for the bridge's local connection. */
  readonly clientIp?: string
}

export type AuthenticationResult =
  | { readonly ok: true; readonly authenticated: AuthenticatedClient }
  | {
      readonly ok: false
      readonly why: 'unknown' | 'revoked' | 'expired'
      /** The client that the token names; not verified. */
      readonly clientId?: string
    }

/** Authenticates clients by their keys. */
export interface Authenticator {
  /** The client of a token; none when it cannot be verified. Never throws. */
  authenticate(token: string): AuthenticationResult
}

/** Which callers may do anything at all. */
export interface ClientAdmission {
  /** Why it may not; asks the owner when it is new. */
  refusalOf(caller: Pick<Caller, 'id' | 'name'>): GatewayError | undefined
  /** The same without asking. */
  mayCall(caller: Pick<Caller, 'id' | 'name'>): boolean
  /** Notifies when `mayCall` may have changed; returns the function that unsubscribes. */
  onDidChange(listener: () => void): () => void
}

/** The operating system's credential store (invariant 8). */
export interface SecretStore {
  get(name: string): string | undefined
  /** False when the system has no credential store; the secret then lives only as long as the program. */
  set(name: string, secret: string): boolean
  delete(name: string): void
}

/** Stores the hash of the one key of something, such as the overlay. */
export interface SingleKey {
  exists(): boolean
  isKey(key: string): boolean
  /** Replaces the previous key. @throws Error when it cannot be stored */
  store(key: string): void
}

/** Secrets that live as long as the program. */
export function memorySecrets(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    get: (name) => secrets.get(name),
    set(name, secret) {
      secrets.set(name, secret)
      return false
    },
    delete: (name) => void secrets.delete(name),
  }
}

/**
 * Sign-in record: what is kept of a sign-in to a service, in the system's store (invariant 8).
 *
 * It belongs to the address that it was made for: a service with another address has none.
 */
import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import type { SecretStore } from '../../../gateway/ports.js'

export interface SignInRecord {
  /** Of the service. */
  readonly address: string
  readonly discovery?: OAuthDiscoveryState
  /** What the authorization server gave us at registration, and for which redirect. */
  readonly client?: StoredOAuthClientInformation
  readonly redirectUrl?: string
  readonly tokens?: StoredOAuthTokens
  /** Milliseconds since 1970 when the access token ends; absent when nobody said. */
  readonly expiresAt?: number
}

const secretOf = (service: string): string => `service-sign-in:${service}`

export class SignInRecords {
  readonly #secrets: SecretStore
  readonly #cached = new Map<string, SignInRecord | undefined>()

  constructor(secrets: SecretStore) {
    this.#secrets = secrets
  }

  /** Undefined where there is none for this address. */
  read(service: string, address: string): SignInRecord | undefined {
    if (!this.#cached.has(service)) this.#cached.set(service, recordIn(this.#secrets.get(secretOf(service))))
    const record = this.#cached.get(service)
    return record?.address === address ? record : undefined
  }

  write(service: string, record: SignInRecord): void {
    this.#cached.set(service, record)
    this.#secrets.set(secretOf(service), JSON.stringify(record))
  }

  forget(service: string): void {
    this.#cached.set(service, undefined)
    this.#secrets.delete(secretOf(service))
  }
}

function recordIn(text: string | undefined): SignInRecord | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as SignInRecord | null
    return typeof value === 'object' && typeof value?.address === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

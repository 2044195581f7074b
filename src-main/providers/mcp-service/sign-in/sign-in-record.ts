/**
 * Sign-in record: the stored data of a sign-in to a service, in the system's credential store (invariant 8).
 *
 * It is bound to the address it was created for: a service with another address has none.
 */
import { parseJson } from '@contract/json/json-object.js'
import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import type { SecretStore } from '../../../gateway/ports/client-access.js'

export interface SignInRecord {
  /** Address of the service. */
  readonly address: string
  readonly discovery?: OAuthDiscoveryState
  /** The client registration at the authorization server, and its redirect address. */
  readonly client?: StoredOAuthClientInformation
  readonly redirectUrl?: string
  readonly tokens?: StoredOAuthTokens
  /** Expiry of the access token, in milliseconds since 1970; absent when unknown. */
  readonly expiresAt?: number
}

/** Names of the services that have a record: the credential store cannot list its entries. */
const namesSecret = 'service-sign-ins'

const secretOf = (service: string): string => `service-sign-in:${service}`

export class SignInRecords {
  readonly #secrets: SecretStore
  readonly #cached = new Map<string, SignInRecord | undefined>()

  constructor(secrets: SecretStore) {
    this.#secrets = secrets
  }

  /** Undefined when there is none for this address. */
  read(service: string, address: string): SignInRecord | undefined {
    if (!this.#cached.has(service)) this.#cached.set(service, recordIn(this.#secrets.get(secretOf(service))))
    const record = this.#cached.get(service)
    return record?.address === address ? record : undefined
  }

  /** Services that have a record, including removed ones. */
  get names(): readonly string[] {
    const names = parseJson(this.#secrets.get(namesSecret) ?? '')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  }

  addressOf(service: string): URL | undefined {
    const { address = '' } = recordIn(this.#secrets.get(secretOf(service))) ?? {}
    return URL.canParse(address) ? new URL(address) : undefined
  }

  write(service: string, record: SignInRecord): void {
    this.#keepNames([...this.names.filter((name) => name !== service), service])
    this.#cached.set(service, record)
    this.#secrets.set(secretOf(service), JSON.stringify(record))
  }

  forget(service: string): void {
    this.#cached.set(service, undefined)
    this.#secrets.delete(secretOf(service))
    this.#keepNames(this.names.filter((name) => name !== service))
  }

  #keepNames(names: readonly string[]): void {
    const before = this.#secrets.get(namesSecret)
    if (names.length > 0) {
      const text = JSON.stringify(names)
      if (text !== before) this.#secrets.set(namesSecret, text)
    } else if (before !== undefined) this.#secrets.delete(namesSecret)
  }
}

function recordIn(text: string | undefined): SignInRecord | undefined {
  const value = parseJson(text ?? '') as SignInRecord | null | undefined
  return typeof value === 'object' && typeof value?.address === 'string' ? value : undefined
}

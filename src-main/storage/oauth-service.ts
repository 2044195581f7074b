/**
 * OAuth service: the tokens of OAuth programs; the client service stores their rights.
 *
 * Guards invariant 2: a reused secret means that it was copied. All tokens of that consent are then revoked, and the
 * program must request consent again. Guards invariant 8: only hashes are stored.
 */
import { randomBytes } from 'node:crypto'
import type { HeldRole } from '@shared/clients/client.js'
import type { OpenConsent } from '@shared/clients/consent.js'
import {
  type ClientRegistration,
  type IssuedCode,
  lifetimes,
  type OAuthKeys,
  type StoredGrant,
  type TokenFamily,
  type TokenPair,
} from '../gateway/ports/oauth.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { ClientService } from './client-service.js'
import { type AccessTokens, accessTokenPrefix } from './client-token.js'
import { type OAuthStore, type StoredFamily, unconsentedClientLimits } from './oauth-store.js'

export interface OAuthServiceOptions {
  readonly store: OAuthStore
  readonly clients: Pick<ClientService, 'add' | 'edit' | 'freeName' | 'known' | 'disconnect' | 'refresh' | 'reload'>
  readonly clock: Clock
  readonly log: Log
}

const prefixes = { code: 'ghc_', access: accessTokenPrefix, refresh: 'ghr_' } as const

/** The client of an access token, for the client service. */
export const accessTokensOf = (store: OAuthStore, clock: Clock, log: Log): AccessTokens => ({
  holderOf(token) {
    try {
      const stored = store.token(token)
      if (stored?.kind !== 'access') return { ok: false, why: 'unknown' }
      return stored.expiresAt > clock.now().getTime()
        ? { ok: true, clientId: stored.clientId }
        : { ok: false, why: 'expired' }
    } catch (error) {
      log.error('an access token could not be looked up', { error: `${error}` })
      return { ok: false, why: 'unknown' }
    }
  },
  clientIds() {
    try {
      return store.clientIds()
    } catch (error) {
      log.error('who came by OAuth could not be looked up', { error: `${error}` })
      return new Set()
    }
  },
})

export class OAuthService implements OAuthKeys {
  readonly #options: OAuthServiceOptions

  constructor(options: OAuthServiceOptions) {
    this.#options = options
  }

  mint(kind: keyof typeof prefixes): string {
    return prefixes[kind] + randomBytes(32).toString('base64url')
  }

  register({ name, redirectUris }: Omit<ClientRegistration, 'id'>): ClientRegistration | undefined {
    const registration = { id: `oauth-${randomBytes(16).toString('base64url')}`, name, redirectUris }
    return this.#options.store.register(registration, this.#now()) ? registration : undefined
  }

  find(registrationId: string): ClientRegistration | undefined {
    const { store, clients } = this.#options
    const stored = store.registration(registrationId)
    if (!stored) return undefined
    const { clientId, createdAt, ...registration } = stored
    clients.refresh()
    const isLive =
      clientId === undefined
        ? createdAt > this.#now() - unconsentedClientLimits.lifetimeMs
        : clients.known().clients.some(({ id }) => id === clientId)
    return isLive ? registration : undefined
  }

  clientOf(registrationId: string): OpenConsent['known'] {
    const { store, clients } = this.#options
    const clientId = store.registration(registrationId)?.clientId
    if (clientId === undefined) return undefined
    clients.refresh()
    const client = clients.known().clients.find(({ id }) => id === clientId)
    return client && { name: client.name, role: client.role }
  }

  admit(registration: ClientRegistration, role?: HeldRole): string {
    const { store, clients, log } = this.#options
    let clientId = store.registration(registration.id)?.clientId
    if (clientId !== undefined) {
      if (role !== undefined) clients.edit(clientId, { role })
    } else {
      // A normal client whose own key nobody sees: it uses access tokens instead.
      const { client } = clients.add({ name: clients.freeName(registration.name), ...(role && { role }) })
      clientId = client.id
      store.link(registration.id, clientId)
      clients.reload()
    }
    const id = randomBytes(16).toString('base64url')
    store.openFamily({ id, registrationId: registration.id, clientId })
    log.info('a person has let a program in', { client: clientId, name: registration.name })
    return id
  }

  storeCode(family: string, { code, challenge, redirectUri }: IssuedCode): void {
    this.#options.store.storeCode(family, code, {
      challenge,
      redirectUri,
      expiresAt: this.#now() + lifetimes.code * 1_000,
    })
  }

  codeOf(code: string): StoredGrant | undefined {
    const stored = this.#options.store.code(code)
    if (!stored) return undefined
    if (stored.used) return this.#end(stored, 'a code was used twice')
    const registration = this.find(stored.registrationId)
    if (!registration || stored.expiresAt <= this.#now()) return undefined
    return { family: stored.id, registration, challenge: stored.challenge, redirectUri: stored.redirectUri }
  }

  useCode(code: string): boolean {
    const { store } = this.#options
    if (store.useCode(code)) return true
    const stored = store.code(code)
    if (stored) this.#end(stored, 'a code was used twice')
    return false
  }

  storeTokens(family: string, { access, refresh }: TokenPair): boolean {
    const { store } = this.#options
    const now = this.#now()
    return (
      store.addToken(family, 'access', access, now + lifetimes.access * 1_000) &&
      store.addToken(family, 'refresh', refresh, now + lifetimes.refresh * 1_000)
    )
  }

  refreshOf(token: string): TokenFamily | undefined {
    const stored = this.#options.store.token(token)
    if (stored?.kind !== 'refresh') return undefined
    if (stored.used) return this.#end(stored, 'a refresh token was used twice')
    const registration = this.find(stored.registrationId)
    if (!registration || stored.expiresAt <= this.#now()) return undefined
    return { family: stored.id, registration }
  }

  useRefresh(token: string): boolean {
    const { store } = this.#options
    if (store.useToken(token)) return true
    const stored = store.token(token)
    if (stored) this.#end(stored, 'a refresh token was used twice')
    return false
  }

  revoke(token: string, registrationId: string): void {
    const stored = this.#options.store.token(token)
    if (stored?.registrationId === registrationId) this.#end(stored, 'the program gave its token back')
  }

  #end({ id, clientId }: StoredFamily, why: string): undefined {
    const { store, clients, log } = this.#options
    store.endFamily(id)
    clients.disconnect(clientId)
    log.warn('everything that a consent gave has ended', { client: clientId, why })
  }

  #now(): number {
    return this.#options.clock.now().getTime()
  }
}

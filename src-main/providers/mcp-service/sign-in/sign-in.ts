/**
 * Sign-in: the OAuth tokens of one service, and the sign-in of a person in their browser.
 *
 * Guards invariant 8: tokens are kept in the credential store, sent only to their own address, and never logged. A
 * person must start a sign-in: before that, nothing is registered, opened or listened on.
 */
import { randomBytes } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import { serviceError } from '@contract/service-error.js'
import {
  auth,
  extractWWWAuthenticateParams,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
} from '@modelcontextprotocol/client'
import type { SignInState } from '@shared/servers/service.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import {
  type CheckedFetch,
  type CheckedFetchOptions,
  checkedFetch,
  RefusedAddress,
} from '../../../network/checked-fetch.js'
import type { ResolveHost } from '../../../network/checked-host.js'
import { quoted } from '../../../policy/text/model-text.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { SessionAccess } from '../connection/http-session.js'
import { Authorization, type OAuthClient, refused, resourceOf, revocationEndpointOf } from './authorization.js'
import { listenForRedirect, type RedirectListener } from './redirect-listener.js'
import type { SignInRecord, SignInRecords } from './sign-in-record.js'

export interface SignInDependencies {
  readonly records: SignInRecords
  readonly clock: Clock
  readonly log: Log
  readonly resolve?: ResolveHost
  readonly onChange: () => void
  /** Called when a person has signed in. */
  readonly onSignedIn: () => void
}

/** Timeout in milliseconds of a sign-in in the browser. */
export const signInMs = 5 * 60_000
/** Milliseconds before its expiry at which a token is refreshed. */
const refreshBeforeMs = 30_000

interface SignInTarget {
  readonly address: URL
  readonly client: OAuthClient
  resourceMetadataUrl?: URL
  scope?: string
}

/** The failure of a service that needs a person to sign in. */
export const signInNeeded = (): GatewayError =>
  serviceError(2001, {
    message: 'The service asks you to sign in.',
    suggestion: 'Open it in Servers → Services and press Sign in.',
    details: { reason: 'sign-in' },
  })

export const needsSignIn = (thrown: unknown): boolean =>
  thrown instanceof GatewayError && thrown.details?.reason === 'sign-in'

export class SignIn {
  readonly #name: string
  readonly #deps: SignInDependencies
  #target: SignInTarget | undefined
  #isNeeded = false
  #flow: { readonly address: string; end(): void } | undefined
  #starting: Promise<string> | undefined
  #refreshing: Promise<boolean> | undefined
  /** Number of sign-outs: a refresh that ends after one is discarded. */
  #signOuts = 0
  #problem: string | undefined

  constructor(name: string, deps: SignInDependencies) {
    this.#name = name
    this.#deps = deps
  }

  get state(): SignInState | undefined {
    if (this.#flow || this.#starting) return 'waiting'
    if (this.#isNeeded) return 'needed'
    return this.#record?.tokens ? 'signed-in' : undefined
  }

  /** Why the last sign-in failed. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** The token source for connections to this address. */
  access(address: URL, client: OAuthClient): SessionAccess {
    this.#target = { address, client }
    return {
      token: () => this.#token(),
      canRefresh: () => this.#record?.tokens?.refresh_token !== undefined,
      onUnauthorized: async ({ response }) => {
        const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
        this.#target = {
          address,
          client,
          ...(resourceMetadataUrl && { resourceMetadataUrl }),
          ...(scope !== undefined && { scope }),
        }
        if (await this.#refresh()) return
        this.#need()
        throw signInNeeded()
      },
    }
  }

  /** @returns the address for the person's browser @throws GatewayError when it cannot start */
  begin(): Promise<string> {
    if (this.#flow) return Promise.resolve(this.#flow.address)
    this.#starting ??= this.#begin()
      .catch((thrown: unknown) => {
        throw this.#failed(thrown)
      })
      .finally(() => {
        this.#starting = undefined
        this.#deps.onChange()
      })
    return this.#starting
  }

  /** Cancels a pending sign-in, and signs out. Never rejects. */
  async signOut(): Promise<void> {
    await this.#starting?.catch(() => {})
    this.#flow?.end()
    this.#signOuts += 1
    const record = this.#record
    this.#deps.records.forget(this.#name)
    this.#problem = undefined
    if (record?.tokens) await this.#revoke(record).catch(() => {})
    this.#deps.onChange()
  }

  /** Cancels a pending sign-in. */
  close(): void {
    this.#flow?.end()
  }

  get #record(): SignInRecord | undefined {
    return this.#target && this.#deps.records.read(this.#name, this.#target.address.href)
  }

  #need(): void {
    if (this.#isNeeded) return
    this.#isNeeded = true
    this.#deps.onChange()
  }

  async #token(): Promise<string | undefined> {
    const record = this.#record
    const { expiresAt, tokens } = record ?? {}
    const isOld = expiresAt !== undefined && expiresAt - refreshBeforeMs < this.#deps.clock.now().getTime()
    // If the refresh fails, the old token is sent and the server decides.
    if (isOld && tokens?.refresh_token !== undefined) await this.#refresh().catch(() => false)
    return this.#record?.tokens?.access_token
  }

  /** @returns whether there is a new token @throws Error when the authorization server cannot be reached */
  #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refreshOnce(): Promise<boolean> {
    const record = this.#record
    const target = this.#target
    const signOuts = this.#signOuts
    const isOver = (): boolean => this.#signOuts !== signOuts
    const { tokens, discovery } = record ?? {}
    const client = target && clientOf(target.client, record)
    if (!target || !record || !discovery || !client || tokens?.refresh_token === undefined) return false
    try {
      const fresh = await refreshAuthorization(discovery.authorizationServerUrl, {
        ...(discovery.authorizationServerMetadata && { metadata: discovery.authorizationServerMetadata }),
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        resource: resourceOf(discovery.resourceMetadata?.resource ?? target.address),
        fetchFn: this.#fetch(target),
      })
      const { issuer, scope } = tokens
      const renewed = {
        ...record,
        tokens: { ...(scope !== undefined && { scope }), ...fresh, ...(issuer && { issuer }) },
      }
      if (isOver()) {
        await this.#revoke(renewed).catch(() => {})
        return false
      }
      this.#saveRecord(renewed)
      return true
    } catch (thrown) {
      const isRefused = thrown instanceof OAuthError && thrown.code !== OAuthErrorCode.ServerError
      if (!isRefused) throw serviceError(2001, { message: 'The authorization server does not respond.' })
      if (isOver()) return false
      const { tokens: _ended, expiresAt: _end, ...rest } = record
      this.#deps.records.write(this.#name, rest)
      return false
    }
  }

  #saveRecord(record: SignInRecord): void {
    const { expires_in: seconds } = record.tokens ?? {}
    const { expiresAt: _before, ...rest } = record
    const end = typeof seconds === 'number' && this.#deps.clock.now().getTime() + seconds * 1_000
    this.#deps.records.write(this.#name, { ...rest, ...(typeof end === 'number' && { expiresAt: end }) })
    this.#isNeeded = false
    this.#deps.onChange()
  }

  #fetch(target: SignInTarget): CheckedFetch {
    return checkedFetch(this.#network(target))
  }

  #network({ address }: SignInTarget): CheckedFetchOptions {
    const { resolve } = this.#deps
    return { namedBy: address, ...(resolve && { resolve }) }
  }

  async #begin(): Promise<string> {
    const target = this.#target
    if (!target) throw refused('the service did not ask for it.')
    this.#problem = undefined
    const before = this.#record
    const state = randomBytes(32).toString('base64url')
    const listener = await this.#listen(state, target.client, before)
    try {
      const hasSameRedirect = before?.redirectUrl === listener.url
      const authorization = new Authorization({
        service: target.address,
        redirectUrl: listener.url,
        state,
        client: target.client,
        network: this.#network(target),
        ...(hasSameRedirect && before.client && { registered: before.client }),
      })
      await auth(authorization, { ...this.#authOptions(target), forceReauthorization: true })
      const { address } = authorization
      if (!address) throw refused('its authorization server returned no sign-in page.')
      this.#wait(listener, authorization, target, address.href)
      return address.href
    } catch (thrown) {
      listener.close()
      throw thrown
    }
  }

  #authOptions(target: SignInTarget) {
    const { resourceMetadataUrl, scope = target.client.scope } = target
    return {
      serverUrl: target.address,
      fetchFn: this.#fetch(target),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope !== undefined && { scope }),
    }
  }

  /** Reuses the port of an earlier registration if it is free: some servers require the same port. */
  async #listen(
    state: string,
    { redirectPort }: OAuthClient,
    before: SignInRecord | undefined,
  ): Promise<RedirectListener> {
    if (redirectPort !== undefined) return listenForRedirect(state, redirectPort)
    const lastPort = before?.redirectUrl === undefined ? 0 : Number(new URL(before.redirectUrl).port)
    return listenForRedirect(state, lastPort).catch(() => listenForRedirect(state))
  }

  #wait(listener: RedirectListener, authorization: Authorization, target: SignInTarget, address: string): void {
    const cancel = this.#deps.clock.after(signInMs, () => end('Nobody signed in within five minutes.'))
    const end = (problem?: string): void => {
      if (this.#flow !== flow) return
      this.#flow = undefined
      cancel()
      listener.close()
      this.#problem = problem
      this.#deps.onChange()
    }
    const flow = { address, end: () => end() }
    this.#flow = flow
    void listener.arrived.then(async (parameters) => {
      try {
        await this.#finish(parameters, authorization, target)
        if (this.#flow !== flow) return
        this.#accept(authorization, target)
        end()
        this.#deps.onSignedIn()
      } catch (thrown) {
        if (this.#flow === flow) end(this.#failed(thrown).message)
      }
    })
  }

  async #finish(parameters: URLSearchParams, authorization: Authorization, target: SignInTarget): Promise<void> {
    const code = parameters.get('code')
    // Error texts of the server are untrusted and not shown.
    if (!code) throw refused('it was refused in the browser.')
    const iss = parameters.get('iss')
    await auth(authorization, { ...this.#authOptions(target), authorizationCode: code, ...(iss !== null && { iss }) })
    if (!authorization.granted) throw refused('its authorization server returned no token.')
  }

  #accept({ discovery, registered, granted, redirectUrl }: Authorization, { address }: SignInTarget): void {
    this.#saveRecord({
      address: address.href,
      redirectUrl,
      ...(discovery && { discovery }),
      ...(registered && { client: registered }),
      ...(granted && { tokens: granted }),
    })
  }

  /** RFC 7009; a token that cannot be revoked expires. */
  async #revoke(record: SignInRecord): Promise<void> {
    const target = this.#target
    const endpoint = revocationEndpointOf(record.discovery?.authorizationServerMetadata)
    const client = target && clientOf(target.client, record)
    const { refresh_token: refresh, access_token: access = '' } = record.tokens ?? {}
    if (!target || endpoint === undefined || !client) return
    const { client_id, client_secret } = client
    const body = new URLSearchParams({
      ...{
        token: refresh ?? access,
        token_type_hint: refresh === undefined ? 'access_token' : 'refresh_token',
        client_id,
      },
      ...(client_secret !== undefined && { client_secret }),
    })
    await this.#fetch(target)(endpoint, { method: 'POST', body })
  }

  /** The error without any sent data. */
  #failed(thrown: unknown): GatewayError {
    const error = thrown instanceof GatewayError ? thrown : refused(reasonOf(thrown))
    this.#problem = error.message
    this.#deps.log.warn('a sign-in to a service failed', { service: this.#name, reason: error.message })
    return error as GatewayError
  }
}

const clientOf = ({ clientId, clientSecret }: OAuthClient, record: SignInRecord | undefined) =>
  clientId === undefined
    ? record?.client
    : { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }

function reasonOf(thrown: unknown): string {
  if (thrown instanceof RefusedAddress) return cleanText(thrown.message, 200)
  if (thrown instanceof OAuthError) return `its authorization server refused (${quoted(String(thrown.code), 40)}).`
  const { code, name } = (thrown ?? {}) as { code?: unknown; name?: unknown }
  if (name === 'IssuerMismatchError') return 'its metadata belongs to another authorization server.'
  if (code === 'EADDRINUSE') return 'the port of its redirect is in use.'
  return typeof code === 'string'
    ? `its authorization server cannot be reached (${cleanText(code, 40)}).`
    : 'its authorization server sent an invalid response.'
}

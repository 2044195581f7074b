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
  type AuthProvider,
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
  type CheckedFetchTerms,
  checkedFetch,
  RefusedAddress,
} from '../../../network/checked-fetch.js'
import type { ResolveHost } from '../../../network/checked-host.js'
import { quoted } from '../../../policy/model-text.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import { Authorization, type OAuthClient, refused, resourceOf, revocationEndpointOf } from './authorization.js'
import { listenForRedirect, type RedirectListener } from './redirect-listener.js'
import type { SignInRecord, SignInRecords } from './sign-in-record.js'

export interface SignInParts {
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

interface Asked {
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
  readonly #parts: SignInParts
  #asked: Asked | undefined
  #isNeeded = false
  #flow: { readonly address: string; end(): void } | undefined
  #starting: Promise<string> | undefined
  #refreshing: Promise<boolean> | undefined
  /** Number of sign-outs: a refresh that ends after one is discarded. */
  #signOuts = 0
  #problem: string | undefined

  constructor(name: string, parts: SignInParts) {
    this.#name = name
    this.#parts = parts
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
  access(address: URL, client: OAuthClient): AuthProvider {
    this.#asked = { address, client }
    return {
      token: () => this.#token(),
      onUnauthorized: async ({ response }) => {
        const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
        this.#asked = {
          ...{ address, client },
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
        this.#parts.onChange()
      })
    return this.#starting
  }

  /** Cancels a pending sign-in, and signs out. Never rejects. */
  async signOut(): Promise<void> {
    await this.#starting?.catch(() => {})
    this.#flow?.end()
    this.#signOuts += 1
    const record = this.#record
    this.#parts.records.forget(this.#name)
    this.#problem = undefined
    if (record?.tokens) await this.#revoke(record).catch(() => {})
    this.#parts.onChange()
  }

  /** Cancels a pending sign-in. */
  close(): void {
    this.#flow?.end()
  }

  get #record(): SignInRecord | undefined {
    return this.#asked && this.#parts.records.read(this.#name, this.#asked.address.href)
  }

  #need(): void {
    if (this.#isNeeded) return
    this.#isNeeded = true
    this.#parts.onChange()
  }

  async #token(): Promise<string | undefined> {
    const record = this.#record
    const { expiresAt, tokens } = record ?? {}
    const isOld = expiresAt !== undefined && expiresAt - refreshBeforeMs < this.#parts.clock.now().getTime()
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
    const asked = this.#asked
    const signOuts = this.#signOuts
    const isOver = (): boolean => this.#signOuts !== signOuts
    const { tokens, discovery } = record ?? {}
    const client = asked && clientOf(asked.client, record)
    if (!asked || !record || !discovery || !client || tokens?.refresh_token === undefined) return false
    try {
      const fresh = await refreshAuthorization(discovery.authorizationServerUrl, {
        ...(discovery.authorizationServerMetadata && { metadata: discovery.authorizationServerMetadata }),
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        resource: resourceOf(discovery.resourceMetadata?.resource ?? asked.address),
        fetchFn: this.#fetch(asked),
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
      this.#keep(renewed)
      return true
    } catch (thrown) {
      const isRefused = thrown instanceof OAuthError && thrown.code !== OAuthErrorCode.ServerError
      if (!isRefused) throw serviceError(2001, { message: 'The authorization server does not respond.' })
      if (isOver()) return false
      const { tokens: _ended, expiresAt: _end, ...rest } = record
      this.#parts.records.write(this.#name, rest)
      return false
    }
  }

  #keep(record: SignInRecord): void {
    const { expires_in: seconds } = record.tokens ?? {}
    const { expiresAt: _before, ...rest } = record
    const end = typeof seconds === 'number' && this.#parts.clock.now().getTime() + seconds * 1_000
    this.#parts.records.write(this.#name, { ...rest, ...(typeof end === 'number' && { expiresAt: end }) })
    this.#isNeeded = false
    this.#parts.onChange()
  }

  #fetch(asked: Asked): CheckedFetch {
    return checkedFetch(this.#network(asked))
  }

  #network({ address }: Asked): CheckedFetchTerms {
    const { resolve } = this.#parts
    return { namedBy: address, ...(resolve && { resolve }) }
  }

  async #begin(): Promise<string> {
    const asked = this.#asked
    if (!asked) throw refused('the service did not ask for it.')
    this.#problem = undefined
    const before = this.#record
    const state = randomBytes(32).toString('base64url')
    const listener = await this.#listen(state, asked.client, before)
    try {
      const hasSameRedirect = before?.redirectUrl === listener.url
      const authorization = new Authorization({
        ...{ service: asked.address, redirectUrl: listener.url, state, client: asked.client },
        network: this.#network(asked),
        ...(hasSameRedirect && before.client && { registered: before.client }),
      })
      await auth(authorization, { ...this.#terms(asked), forceReauthorization: true })
      const { address } = authorization
      if (!address) throw refused('its authorization server named no page.')
      this.#wait(listener, authorization, asked, address.href)
      return address.href
    } catch (thrown) {
      listener.close()
      throw thrown
    }
  }

  #terms(asked: Asked) {
    const { resourceMetadataUrl, scope = asked.client.scope } = asked
    return {
      serverUrl: asked.address,
      fetchFn: this.#fetch(asked),
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

  #wait(listener: RedirectListener, authorization: Authorization, asked: Asked, address: string): void {
    const cancel = this.#parts.clock.after(signInMs, () => end('Nobody signed in within five minutes.'))
    const end = (problem?: string): void => {
      if (this.#flow !== flow) return
      this.#flow = undefined
      cancel()
      listener.close()
      this.#problem = problem
      this.#parts.onChange()
    }
    const flow = { address, end: () => end() }
    this.#flow = flow
    void listener.arrived.then(async (parameters) => {
      try {
        await this.#finish(parameters, authorization, asked)
        if (this.#flow !== flow) return
        this.#accept(authorization, asked)
        end()
        this.#parts.onSignedIn()
      } catch (thrown) {
        if (this.#flow === flow) end(this.#failed(thrown).message)
      }
    })
  }

  async #finish(parameters: URLSearchParams, authorization: Authorization, asked: Asked): Promise<void> {
    const code = parameters.get('code')
    // Error texts of the server are untrusted and not shown.
    if (!code) throw refused('it was refused in the browser.')
    const iss = parameters.get('iss')
    await auth(authorization, { ...this.#terms(asked), authorizationCode: code, ...(iss !== null && { iss }) })
    if (!authorization.granted) throw refused('its authorization server gave no token.')
  }

  #accept({ discovery, registered, granted, redirectUrl }: Authorization, { address }: Asked): void {
    this.#keep({
      address: address.href,
      redirectUrl,
      ...(discovery && { discovery }),
      ...(registered && { client: registered }),
      ...(granted && { tokens: granted }),
    })
  }

  /** RFC 7009; a token that cannot be revoked expires. */
  async #revoke(record: SignInRecord): Promise<void> {
    const asked = this.#asked
    const endpoint = revocationEndpointOf(record.discovery?.authorizationServerMetadata)
    const client = asked && clientOf(asked.client, record)
    const { refresh_token: refresh, access_token: access = '' } = record.tokens ?? {}
    if (!asked || endpoint === undefined || !client) return
    const { client_id, client_secret } = client
    const body = new URLSearchParams({
      ...{
        token: refresh ?? access,
        token_type_hint: refresh === undefined ? 'access_token' : 'refresh_token',
        client_id,
      },
      ...(client_secret !== undefined && { client_secret }),
    })
    await this.#fetch(asked)(endpoint, { method: 'POST', body })
  }

  /** The error without any sent data. */
  #failed(thrown: unknown): GatewayError {
    const error = thrown instanceof GatewayError ? thrown : refused(reasonOf(thrown))
    this.#problem = error.message
    this.#parts.log.warn('a sign-in to a service failed', { service: this.#name, reason: error.message })
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
  if (name === 'IssuerMismatchError') return 'its metadata is of another authorization server.'
  if (code === 'EADDRINUSE') return 'the port of its redirect is taken.'
  return typeof code === 'string'
    ? `its authorization server cannot be reached (${cleanText(code, 40)}).`
    : 'its authorization server answered wrongly.'
}

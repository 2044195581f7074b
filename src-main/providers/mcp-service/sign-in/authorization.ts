/**
 * Authorization: what the SDK's OAuth client may do and store during one sign-in. RFC 8252, 8414, 8707, 9728.
 *
 * Guards invariant 7: without PKCE, without metadata, or with a disallowed endpoint, no browser is opened.
 */

import { product } from '@contract/product.js'
import { serviceError } from '@contract/service-error.js'
import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { type CheckedFetchOptions, checkedAddresses } from '../../../network/checked-fetch.js'

/** The sign-in configuration of a service; without references. */
export interface OAuthClient {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly scope?: string
  /** Exact redirect address of a registered client. */
  readonly redirectPort?: number
}

/** Maximum characters of an address opened in a browser. */
const maxAddressLength = 8_192

export interface AuthorizationOptions {
  readonly service: URL
  readonly redirectUrl: string
  readonly state: string
  readonly client: OAuthClient
  readonly network: CheckedFetchOptions
  /** From an earlier registration with this redirect. */
  readonly registered?: StoredOAuthClientInformation
}

export class Authorization implements OAuthClientProvider {
  readonly #options: AuthorizationOptions
  readonly redirectUrl: string
  #verifier = ''
  discovery: OAuthDiscoveryState | undefined
  registered: StoredOAuthClientInformation | undefined
  granted: StoredOAuthTokens | undefined
  /** Address to open in the browser. */
  address: URL | undefined
  /** Absent when the configuration contains the client: no registration then. */
  readonly saveClientInformation?: (information: StoredOAuthClientInformation) => void

  constructor(options: AuthorizationOptions) {
    this.#options = options
    this.redirectUrl = options.redirectUrl
    this.registered = options.registered
    if (options.client.clientId === undefined) {
      this.saveClientInformation = (information) => {
        this.registered = information
      }
    }
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope } = this.#options.client
    return {
      client_name: product.name,
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope !== undefined && { scope }),
    }
  }

  state(): string {
    return this.#options.state
  }

  clientInformation({ issuer }: { issuer?: string } = {}): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.#options.client
    if (clientId !== undefined) {
      return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
    }
    return this.registered?.issuer === issuer ? this.registered : undefined
  }

  tokens(): undefined {
    return undefined
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.granted = tokens
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  /** Metadata is validated before a request is sent to its endpoints. */
  async saveDiscoveryState(state: OAuthDiscoveryState): Promise<void> {
    await checkMetadata(state.authorizationServerMetadata, this.#options.network)
    this.discovery = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery
  }

  invalidateCredentials(): void {
    this.registered = undefined
    this.granted = undefined
  }

  /**
   * Always uses the service's address without its query as the resource. @throws GatewayError for an address of another
   * party
   */
  async validateResourceURL(service: string | URL, resource?: string): Promise<URL> {
    const own = resourceOf(service)
    if (resource === undefined) return own
    if (!URL.canParse(resource) || !checkResourceAllowed({ requestedResource: own, configuredResource: resource })) {
      throw refused('Its metadata belongs to another server.')
    }
    return resourceOf(resource)
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    if (address.href.length > maxAddressLength) throw refused('The address of its sign-in page is too long.')
    await checkedAddresses(address, this.#options.network)
    this.address = address
  }
}

/** The resource of a token. A query is removed, because it may hold secrets for the service. */
export function resourceOf(address: string | URL): URL {
  const resource = new URL(address)
  resource.search = ''
  resource.hash = ''
  return resource
}

export const refused = (message: string): Error =>
  serviceError(2001, { message: `Signing in is not possible: ${message}` })

async function checkMetadata(
  metadata: AuthorizationServerMetadata | undefined,
  options: CheckedFetchOptions,
): Promise<void> {
  if (!metadata) throw refused('its authorization server has no metadata.')
  if (!metadata.code_challenge_methods_supported?.includes('S256')) {
    throw refused('its authorization server does not support PKCE (S256).')
  }
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata
  const revocation = revocationEndpointOf(metadata)
  for (const endpoint of [authorization_endpoint, token_endpoint, registration_endpoint, revocation]) {
    if (endpoint !== undefined) await checkedAddresses(new URL(endpoint), options)
  }
}

export function revocationEndpointOf(metadata: AuthorizationServerMetadata | undefined): string | undefined {
  const { revocation_endpoint: endpoint } = (metadata ?? {}) as { revocation_endpoint?: unknown }
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? endpoint : undefined
}

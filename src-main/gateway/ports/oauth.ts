/**
 * OAuth ports: the interfaces that the OAuth route uses.
 *
 * Guards invariant 6: the route can ask a person, but cannot answer for them.
 */
import type { HeldRole } from '@shared/clients/client.js'
import type { ConsentOutcome, OpenConsent } from '@shared/clients/consent.js'

/** `role`: the role chosen by the person; the current one when omitted. */
export type ConsentResult =
  | { readonly outcome: 'accepted'; readonly role?: HeldRole }
  | { readonly outcome: Exclude<ConsentOutcome, 'accepted'> }

export type ConsentRequest = Pick<OpenConsent, 'claimedName' | 'returnsTo' | 'code' | 'known'>

export interface ConsentPrompt {
  /**
   * Asks a person and waits. Declines at once when no person can be asked, or the request is withdrawn. Never rejects.
   */
  ask(question: ConsentRequest, withdrawn: AbortSignal): Promise<ConsentResult>
}

/** A registered program. RFC 7591. */
export interface ClientRegistration {
  readonly id: string
  /** Cleaned for display. */
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** The data of an issued code. */
export interface IssuedCode {
  readonly code: string
  /** S256 of the verifier, in base64url. */
  readonly challenge: string
  readonly redirectUri: string
}

export interface StoredGrant extends Omit<IssuedCode, 'code'> {
  readonly family: string
  readonly registration: ClientRegistration
}

/** All tokens of one consent. */
export interface TokenFamily {
  readonly family: string
  readonly registration: ClientRegistration
}

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

/**
 * Tokens issued by OAuth. Only hashes of secrets are stored. A reused secret ends its family and all connections of the
 * client. All methods throw when they cannot write.
 */
export interface OAuthKeys {
  mint(kind: 'code' | 'access' | 'refresh'): string
  /** Undefined when there are too many registrations. */
  register(wanted: Omit<ClientRegistration, 'id'>): ClientRegistration | undefined
  /** Undefined also when its client was revoked, or the registration expired without a consent. */
  find(registrationId: string): ClientRegistration | undefined
  /** The client of a registration; undefined before a person's consent. */
  clientOf(registrationId: string): OpenConsent['known']
  /**
   * Converts the registration to a client after the consent of a person.
   *
   * @param role its new role; when omitted, the current one, or `normalRights` for a new client
   * @returns the new family
   * @throws GatewayError
   */
  admit(registration: ClientRegistration, role?: HeldRole): string
  storeCode(family: string, terms: IssuedCode): void
  /** Undefined when it is unknown or expired; a reused code ends its family. */
  codeOf(code: string): StoredGrant | undefined
  /** True once. */
  useCode(code: string): boolean
  /** False when the family has ended meanwhile. */
  storeTokens(family: string, tokens: TokenPair): boolean
  /** Undefined when it is unknown or expired; a reused token ends its family. */
  refreshOf(token: string): TokenFamily | undefined
  /** True once. */
  useRefresh(token: string): boolean
  /** Revokes the family of a token of either kind of this program; does nothing for other tokens. RFC 7009. */
  revoke(token: string, registrationId: string): void
}

/** Seconds. */
export const lifetimes = { code: 60, access: 3_600, refresh: 30 * 86_400 } as const

/**
 * OAuth ports: what the OAuth route needs of the program.
 *
 * Guards invariant 6: the route can ask a person and can not answer for one.
 */
import type { HeldRole } from '../contract/client.js'
import type { ConsentOutcome, OpenConsent } from '../contract/consent.js'

/** `role`: what the person lets the client be; what it is already when left out. */
export type ConsentAnswer =
  | { readonly outcome: 'accepted'; readonly role?: HeldRole }
  | { readonly outcome: Exclude<ConsentOutcome, 'accepted'> }

export type ConsentQuestion = Pick<OpenConsent, 'claimedName' | 'returnsTo' | 'code' | 'known'>

export interface ConsentAsker {
  /** Asks and waits. Declined at once where nobody can be asked, and when it is withdrawn. Never rejects. */
  ask(question: ConsentQuestion, withdrawn: AbortSignal): Promise<ConsentAnswer>
}

/** A program that has made itself known. RFC 7591. */
export interface Registration {
  readonly id: string
  /** Clean to show. */
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** What a code was given out for. */
export interface CodeTerms {
  readonly code: string
  /** S256 of the verifier, in base64url. */
  readonly challenge: string
  readonly redirectUri: string
}

export interface KeptCode extends Omit<CodeTerms, 'code'> {
  readonly family: string
  readonly registration: Registration
}

/** All tokens that came of one consent. */
export interface Family {
  readonly family: string
  readonly registration: Registration
}

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

/**
 * The keys that OAuth gives out. Of a secret only a hash is kept. Whatever is used twice ends its family, and everything
 * that the client has open. Everything throws where it cannot be written.
 */
export interface OAuthKeys {
  mint(kind: 'code' | 'access' | 'refresh'): string
  /** Undefined when there are too many. */
  register(wanted: Omit<Registration, 'id'>): Registration | undefined
  /** Undefined also when its client was revoked, or nobody has agreed to it for a day. */
  find(registrationId: string): Registration | undefined
  /** The client that a registration is; undefined before a person has agreed to it. */
  clientOf(registrationId: string): OpenConsent['known']
  /**
   * A person has agreed: it is a client from here on.
   *
   * @param role what it is from now on; when left out, what it is already, or `normalRights` for one that is new
   * @returns the new family
   * @throws GatewayError
   */
  admit(registration: Registration, role?: HeldRole): string
  keepCode(family: string, terms: CodeTerms): void
  /** Undefined when it is unknown or its time is up; one that was used before ends its family. */
  codeOf(code: string): KeptCode | undefined
  /** True once. */
  useCode(code: string): boolean
  /** False when the family has ended meanwhile. */
  keepTokens(family: string, tokens: TokenPair): boolean
  /** Undefined when it is unknown or its time is up; one that was used before ends its family. */
  refreshOf(token: string): Family | undefined
  /** True once. */
  useRefresh(token: string): boolean
  /** Ends the family of a token of this program, of either kind; does nothing for any other. RFC 7009. */
  revoke(token: string, registrationId: string): void
}

/** Seconds. */
export const lifetimes = { code: 60, access: 3_600, refresh: 30 * 86_400 } as const

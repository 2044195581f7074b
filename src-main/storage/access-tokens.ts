/** Access tokens: OAuth tokens as used by the client service. Guards invariant 2: an unknown token is rejected. */

export const accessTokenPrefix = 'gho_'

export type TokenHolder =
  | { readonly ok: true; readonly clientId: string }
  | { readonly ok: false; readonly why: 'unknown' | 'expired' }

export interface AccessTokens {
  /** Never throws. */
  holderOf(token: string): TokenHolder
  /** Ids of the OAuth clients; empty when they cannot be read. Never throws. */
  clientIds(): ReadonlySet<string>
}

export const isAccessToken = (token: string): boolean => token.startsWith(accessTokenPrefix)

/** Access tokens: the second kind of key, as the client book sees it. Guards invariant 2: what is not known lets nobody in. */

export const accessTokenPrefix = 'gho_'

export type Holder =
  | { readonly ok: true; readonly clientId: string }
  | { readonly ok: false; readonly why: 'unknown' | 'expired' }

export interface AccessTokens {
  /** Never throws. */
  holderOf(token: string): Holder
  /** The clients that came by OAuth; none when that cannot be read. Never throws. */
  clientIds(): ReadonlySet<string>
}

export const isAccessToken = (token: string): boolean => token.startsWith(accessTokenPrefix)

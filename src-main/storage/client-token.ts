/**
 * Client token: `gh_`, eight digits that identify the client, and a secret of 256 random bits.
 *
 * Guards invariant 8: only its SHA-256 is stored. A slow salted hash protects guessable passwords; a secret of 256
 * random bits is not guessable, so a fast hash is as safe.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const shape = /^gh_([0-9a-f]{8})_[A-Za-z0-9_-]{43}$/u

export interface MintedToken {
  /** Of the client, for example `client:0a1b2c3d`. */
  readonly clientId: string
  readonly token: string
  /** SHA-256 in hex. */
  readonly hash: string
}

/** @param clientId of an existing client; a new client when omitted */
export function mintToken(clientId = `client:${randomBytes(4).toString('hex')}`): MintedToken {
  const key = clientId.slice('client:'.length)
  const token = `gh_${key}_${randomBytes(32).toString('base64url')}`
  return { clientId, token, hash: hashOf(token) }
}

/** The client that a token names; undefined when its format is invalid. */
export function claimedClient(token: string): string | undefined {
  const key = shape.exec(token)?.[1]
  return key && `client:${key}`
}

/** Constant time, whether the token is right or wrong, or no hash exists. */
export function isTokenOf(token: string, hash: string | undefined): boolean {
  const same = timingSafeEqual(Buffer.from(hashOf(token), 'hex'), Buffer.from(hash ?? dummyHash, 'hex'))
  return same && hash !== undefined
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const dummyHash = '0'.repeat(64)

/** OAuth tokens as used by the client service. Guards invariant 2: an unknown token is rejected. */
export const accessTokenPrefix = 'gho_'

type TokenHolder =
  | { readonly ok: true; readonly clientId: string }
  | { readonly ok: false; readonly why: 'unknown' | 'expired' }

export interface AccessTokens {
  /** Never throws. */
  holderOf(token: string): TokenHolder
  /** Ids of the OAuth clients; empty when they cannot be read. Never throws. */
  clientIds(): ReadonlySet<string>
}

export const isAccessToken = (token: string): boolean => token.startsWith(accessTokenPrefix)

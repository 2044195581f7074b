/**
 * Client token: `gh_`, eight digits that say whose it is, and a secret of 256 random bits.
 *
 * Guards invariant 8: only its SHA-256 is kept. A slow hash with a salt slows down who tries out likely passwords; there
 * are no likely ones among 2^256, so a fast hash tells a thief of the file as little, and costs no call anything.
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

/** @param clientId of the client that gets another token; a new client when left out */
export function mintToken(clientId = `client:${randomBytes(4).toString('hex')}`): MintedToken {
  const key = clientId.slice('client:'.length)
  const token = `gh_${key}_${randomBytes(32).toString('base64url')}`
  return { clientId, token, hash: hashOf(token) }
}

/** Whose a token says it is; undefined when it is none of this shape. */
export function claimedClient(token: string): string | undefined {
  const key = shape.exec(token)?.[1]
  return key && `client:${key}`
}

/** Takes as long whether it is right or wrong, or whether there is a hash to be held against at all. */
export function isTokenOf(token: string, hash: string | undefined): boolean {
  const same = timingSafeEqual(Buffer.from(hashOf(token), 'hex'), Buffer.from(hash ?? nobodysHash, 'hex'))
  return same && hash !== undefined
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const nobodysHash = '0'.repeat(64)

/**
 * Host key: decides whether a server is the one that a person trusted, before anything secret is sent.
 *
 * A pinned fingerprint counts alone. Without one the key must be in `known_hosts`.
 */
import { createHash } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { ServerHostKeyAlgorithm } from 'ssh2'
import type { HostPlace, KnownHosts } from './known-hosts.js'

export interface HostTrust {
  /** `SHA256:…` of the only accepted key. */
  readonly pinned?: string
  readonly known: KnownHosts
}

/** As `ssh-keygen -l` shows it. */
export const hostKeyFingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

/** Undefined when the key is trusted. */
export function objectionToKey(key: Buffer, place: HostPlace, { pinned, known }: HostTrust): GatewayError | undefined {
  const fingerprint = hostKeyFingerprint(key)
  const details = { fingerprint, keyType: typeOf(key), host: place.host, port: place.port }
  if (pinned !== undefined) {
    if (pinned === fingerprint) return undefined
    return new GatewayError('AUTH.HOST_KEY_CHANGED', { details: { ...details, trusted: pinned } })
  }
  const verdict = known.verdictOn(place, key)
  if (verdict === 'known') return undefined
  if (verdict === 'unknown') return new GatewayError('AUTH.HOST_KEY_UNKNOWN', { details })
  return new GatewayError('AUTH.HOST_KEY_CHANGED', { details: { ...details, trusted: 'known_hosts' } })
}

/** `ssh-rsa` comes last: its signatures use SHA-1. */
const algorithms: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
]

/** The algorithms to ask for, those of the known keys first. */
export function hostKeyAlgorithms(place: HostPlace, { pinned, known }: HostTrust): ServerHostKeyAlgorithm[] {
  const types = pinned === undefined ? known.typesOf(place) : []
  const isKnown = (algorithm: string) => types.includes(algorithm.startsWith('rsa-sha2-') ? 'ssh-rsa' : algorithm)
  return [...algorithms].sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)))
}

/** The first field of a key. */
function typeOf(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0
  const type = key.toString('latin1', 4, 4 + Math.min(length, 64))
  return /^[a-z0-9@.-]{1,64}$/u.test(type) ? type : 'unknown'
}

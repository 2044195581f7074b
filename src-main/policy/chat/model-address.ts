/**
 * Model address: the location of a model, and whether its key may be sent there.
 *
 * Enforces invariant 8: `http:` is allowed for this computer and private networks; anything else needs `https:`.
 */

import { loopbackHosts } from '@shared/features/paid-model.js'

/** The origin of a base URL; undefined when it is not a web address, or contains a user, a query or a fragment. */
export function originOf(baseUrl: string): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  return url.origin
}

/** Whether a key can be sent there: encrypted, or over a private network. */
export function isPlainTextPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || loopbackHosts.has(hostname) || isPrivateAddress(hostname)
}

function isPrivateAddress(host: string): boolean {
  const parts = host.split('.').map(Number)
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part))) return false
  const [first = 0, second = 0] = parts
  return first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168)
}

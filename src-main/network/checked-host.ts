/**
 * Checked host: the addresses of a host name, resolved once, so that the checked address is the one connected to.
 *
 * Prevents DNS rebinding: a name that resolves to another address later has no effect.
 */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { reachOf } from './address-reach.js'

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

/** @throws Error when the name is unknown */
export const resolveHost: ResolveHost = (host) => lookup(host, { all: true })

/** The first public address. */
export const publicAddressIn = (addresses: readonly LookupAddress[]): string | undefined =>
  addresses.find(({ address }) => reachOf(address) === 'public')?.address

/** A lookup for `net.connect` that returns only these addresses. */
export const lookupIn =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, [...addresses])
    else if (first) done(null, first.address, first.family)
  }

/**
 * Checked host: the addresses behind a host name, resolved once, so that what was checked is what is dialled.
 *
 * A name that resolves to a private address first and to another one later reaches nothing that was not checked.
 */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { reachOf } from './address-reach.js'

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

/** @throws Error when the name is unknown */
export const resolveHost: ResolveHost = (host) => lookup(host, { all: true })

/** The first address that is neither this computer nor in a private network. */
export const publicAddressIn = (addresses: readonly LookupAddress[]): string | undefined =>
  addresses.find(({ address }) => reachOf(address) === 'public')?.address

/** A lookup for `net.connect` that knows these addresses alone. */
export const lookupIn =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, [...addresses])
    else if (first) done(null, first.address, first.family)
  }

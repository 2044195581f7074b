/**
 * Address reach: whether traffic to an address stays on this computer, stays in a private network, or crosses the internet.
 *
 * Protocols without encryption (RCON, ws:) need a person's confirmation before they go to a public address.
 */
import { BlockList, isIP } from 'node:net'

export type AddressReach = 'loopback' | 'private' | 'public'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  // Shared address space: carrier networks and VPNs such as Tailscale.
  ['100.64.0.0', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** The reach of an IP address. Anything that is not an IP address counts as public. */
export function reachOf(address: string): AddressReach {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/iu.exec(plain)?.[1]
  const ip = mapped ?? plain
  const version = isIP(ip)
  if (version === 0) return 'public'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (loopback.check(ip, family)) return 'loopback'
  return privateNetworks.check(ip, family) ? 'private' : 'public'
}

import { expect, it } from 'vitest'
import { isNeighbour, type OwnAddress } from '../../../../src-main/policy/rights/lan-peer.js'

const own: readonly OwnAddress[] = [
  { address: '127.0.0.1', netmask: '255.0.0.0', card: 'lo' },
  { address: '172.17.0.1', netmask: '255.255.0.0', card: 'docker0' },
  { address: '10.1.2.3', netmask: '255.255.255.0', card: 'eth0' },
  { address: '192.168.1.5', netmask: '255.255.255.0', card: 'wlan0' },
  { address: '203.0.113.9', netmask: '255.255.255.0', card: 'eth1' },
]

it.each([
  ['in the same network', '192.168.1.77', '192.168.1.5', true],
  ['written as both kinds', '::ffff:192.168.1.77', '::ffff:192.168.1.5', true],
  ['in another network', '192.168.2.77', '192.168.1.5', false],
  ['this computer, by its name for itself', '127.0.0.1', '192.168.1.5', false],
  ['this computer, by its address there', '192.168.1.5', '192.168.1.5', false],
  ['this computer, by another of its addresses', '10.1.2.3', '10.1.2.3', false],
  ['a container that goes the long way', '172.17.0.2', '192.168.1.5', false],
  ['the internet', '203.0.113.10', '203.0.113.9', false],
  ['of the newer kind', 'fe80::1', '192.168.1.5', false],
  ['nothing', '', '', false],
  ['no address', '192.168.1.0x4d', '192.168.1.5', false],
])('a LAN peer %s: %s to %s, %s', (_what, remote, local, may) => expect(isNeighbour(remote, local, own)).toBe(may))

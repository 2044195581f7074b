import type { NetworkKind } from '@shared/clients/people.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { availableNetworks, chosenNetworks, listedNetworks } from '../../../../src-main/policy/rights/lan-networks.js'
import type { OwnAddress } from '../../../../src-main/policy/rights/lan-peer.js'
import { forAll } from '../../../fixtures/properties.js'

const netmask = '255.255.255.0'
const own: readonly OwnAddress[] = [
  { address: '127.0.0.1', netmask: '255.0.0.0', card: 'lo' },
  { address: '172.17.0.1', netmask: '255.255.0.0', card: 'docker0' },
  { address: '10.147.17.1', netmask, card: 'ztq5abcdef' },
  { address: '10.9.0.1', netmask, card: 'wg0' },
  { address: '10.8.0.6', netmask: '255.255.255.255', card: 'tun0' },
  { address: '192.168.1.5', netmask, card: 'wlan0' },
  { address: '203.0.113.9', netmask, card: 'eth1' },
]
const wifi = { interface: 'wlan0', network: '192.168.1.0/24' }
const zeroTier = { interface: 'ztq5abcdef', network: '10.147.17.0/24' }

describe('the networks of this computer', () => {
  it('are listed with their kind: private ones where a phone can be, never those of containers', () => {
    expect(availableNetworks(own)).toEqual([
      { ...wifi, kind: 'wifi', address: '192.168.1.5' },
      { ...zeroTier, kind: 'vpn', address: '10.147.17.1' },
      { interface: 'wg0', network: '10.9.0.0/24', kind: 'vpn', address: '10.9.0.1' },
    ])
  })

  const kinds: readonly (readonly [Partial<OwnAddress> & { card: string }, NetworkKind | undefined])[] = [
    ...['wlan0', 'wlp3s0', 'wlx00c0ca', 'Wi-Fi', 'WLAN 2', '无线网络连接'].map((card) => [{ card }, 'wifi'] as const),
    ...['eth0', 'enp0s31f6', 'eno1', 'ens33', 'enx001', 'Ethernet 3', '以太网', '本地连接'].map(
      (card) => [{ card }, 'wired'] as const,
    ),
    [{ card: 'en0' }, 'local'],
    ...[
      ...['ZeroTier One [93afae5963c10da3]', 'zt5u4ik2ab', 'feth2105', 'wg0', 'wt0', 'tun0', 'tap0', 'utun4', 'ppp0'],
      ...['tailscale0', 'Tailscale', 'nordlynx', 'Hamachi', 'Radmin VPN', 'ProtonVPN', 'CloudflareWARP', 'ham0'],
    ].map((card) => [{ card }, 'vpn'] as const),
    // A renamed VPN interface: the system or the hardware address knows.
    [{ card: 'eth7', medium: 'tunnel' }, 'vpn'],
    [{ card: '以太网 2', mac: '00:ff:1c:2b:3a:4d' }, 'vpn'],
    [{ card: 'home', medium: 'wifi' }, 'wifi'],
    [{ card: 'home' }, 'unknown'],
    ...['docker0', 'br-1f2e', 'veth12', 'virbr0', 'vmnet8', 'vEthernet (WSL)', 'vboxnet0'].map(
      (card) => [{ card }, undefined] as const,
    ),
    [{ card: 'Ethernet 2', mac: '0a:00:27:00:00:0c' }, undefined],
  ]
  it.each(kinds)('%j is %s', (one, kind) => {
    expect(availableNetworks([{ address: '10.1.2.3', netmask, ...one }]).map((found) => found.kind)).toEqual(
      kind ? [kind] : [],
    )
  })
})

describe('the networks that are open', () => {
  const available = availableNetworks(own)

  it('are the only ordinary one until the owner chooses', () => {
    expect(chosenNetworks(undefined, available)).toEqual([{ ...wifi, kind: 'wifi', address: '192.168.1.5' }])
  })

  it('are one where Wi-Fi and cable lead to it, and none where they lead to two', () => {
    const cable = (address: string) => availableNetworks([...own, { address, netmask, card: 'eth0' }])
    expect(chosenNetworks(undefined, cable('192.168.1.6'))).toHaveLength(2)
    expect(chosenNetworks(undefined, cable('192.168.2.6'))).toEqual([])
  })

  it('are a VPN only where the owner chose it', () => {
    expect(chosenNetworks([zeroTier], available).map(({ address }) => address)).toEqual(['10.147.17.1'])
    expect(chosenNetworks(undefined, available.slice(1))).toEqual([])
  })

  it('are not another network at a chosen interface, nor a chosen network at another interface', () => {
    expect(chosenNetworks([{ ...wifi, network: '192.168.2.0/24' }], available)).toEqual([])
    expect(chosenNetworks([{ ...wifi, interface: 'wlan1' }], available)).toEqual([])
  })

  it('are always a part of the chosen ones, and every chosen one is listed', () => {
    const network = fc.constantFrom(wifi, zeroTier, { interface: 'wlan0', network: '10.0.0.0/8' })
    const card = fc.constantFrom('wlan0', 'ztq5abcdef', 'eth0', 'docker0', 'home')
    const address = fc.constantFrom('192.168.1.5', '10.147.17.1', '203.0.113.9', '10.1.2.3', '127.0.0.1')
    const one = fc.record({ card, address, netmask: fc.constantFrom(netmask, '255.0.0.0', '255.255.255.255') })
    forAll(fc.array(network), fc.array(one), (chosen, addresses) => {
      const found = availableNetworks(addresses)
      const isChosen = (item: { interface: string; network: string }) =>
        chosen.some((other) => other.interface === item.interface && other.network === item.network)
      expect(chosenNetworks(chosen, found).every(isChosen)).toBe(true)
      const listed = listedNetworks(chosen, found)
      for (const item of listed) expect(item.isChosen).toBe(isChosen(item))
      for (const item of chosen) expect(listed.some((other) => other.network === item.network)).toBe(true)
    })
  })
})

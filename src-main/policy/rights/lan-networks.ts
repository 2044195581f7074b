/**
 * LAN networks: the networks of this computer that the owner can choose for phones, and those that are chosen.
 *
 * Guards invariant 2: the port for phones opens only in networks that the owner chose. A network is its interface and
 * its addresses: another network at the same interface is not opened by itself. Networks of containers and virtual
 * machines of this computer are never offered (invariant 6).
 */
import type { ListedNetwork, NetworkKind, PhoneNetwork } from '@shared/clients/people.js'
import { isPrivate, numberOf, type OwnAddress } from './lan-peer.js'

/** A network of this computer. */
export interface AvailableNetwork extends PhoneNetwork {
  readonly kind: NetworkKind
  /** Address of this computer. */
  readonly address: string
}

const virtualName = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vethernet|cni|podman|lxc|lxd)/iu
/** Host-only adapters of VirtualBox and VMware, whatever their name. */
const virtualHardware = /^(?:0a:00:27|00:50:56:c0):/iu
/** Hardware address of the adapter of OpenVPN on Windows. */
const vpnHardware = /^00:ff:/iu
const vpnName =
  /^(?:tun|tap|utun|wg|wt\d|zt|feth|ts\d|ham\d|ppp|ipsec|nebula)|vpn|zerotier|wireguard|tailscale|hamachi|radmin|nordlynx|mullvad|netbird|warp|tunnel/iu
const wifiName = /^(?:wl|ath\d|wi-?fi|无线)/iu
const wiredName = /^(?:eth|en[opsx]|em\d|local area connection|以太网|本地连接)/iu
/** Of macOS, where Wi-Fi and cable have the same names. */
const localName = /^en\d/iu

/** The least specific mask that leaves room for another device. */
const longestPrefix = 30

function kindOf({ card, mac = '', medium }: OwnAddress): NetworkKind | 'virtual' {
  if (virtualName.test(card) || virtualHardware.test(mac)) return 'virtual'
  if (medium === 'tunnel' || vpnName.test(card) || vpnHardware.test(mac)) return 'vpn'
  if (medium === 'wifi' || wifiName.test(card)) return 'wifi'
  if (localName.test(card)) return 'local'
  return wiredName.test(card) ? 'wired' : 'unknown'
}

const isOrdinary = ({ kind }: AvailableNetwork): boolean => kind !== 'vpn' && kind !== 'unknown'

/** The networks that the owner can choose, the most likely first. */
export function availableNetworks(own: readonly OwnAddress[]): readonly AvailableNetwork[] {
  const networks = own.flatMap((one): AvailableNetwork[] => {
    const kind = kindOf(one)
    const network = networkOf(one)
    if (kind === 'virtual' || network === undefined || !isPrivate(one.address)) return []
    return [{ interface: one.card, network, kind, address: one.address }]
  })
  const rank = (one: AvailableNetwork) =>
    (isOrdinary(one) ? 0 : 3) + (one.address.startsWith('192.168.') ? 0 : one.address.startsWith('10.') ? 1 : 2)
  return networks.sort((one, other) => rank(one) - rank(other))
}

/** The networks to open: those that the owner chose, or the only ordinary one where there is no choice yet. */
export function chosenNetworks(
  chosen: readonly PhoneNetwork[] | undefined,
  available: readonly AvailableNetwork[],
): readonly AvailableNetwork[] {
  if (chosen) return available.filter((one) => chosen.some((other) => isSameNetwork(one, other)))
  const ordinary = available.filter(isOrdinary)
  return new Set(ordinary.map(({ network }) => network)).size === 1 ? ordinary : []
}

/** All networks for the window: those of this computer, then the chosen ones that it is not in. */
export function listedNetworks(
  chosen: readonly PhoneNetwork[] | undefined,
  available: readonly AvailableNetwork[],
): readonly ListedNetwork[] {
  const open = chosenNetworks(chosen, available)
  const present = available.map((one): ListedNetwork => {
    const { kind, address, network } = one
    return { interface: one.interface, network, isChosen: open.includes(one), present: { kind, address } }
  })
  const absent = (chosen ?? []).filter((one) => !available.some((other) => isSameNetwork(one, other)))
  return [...present, ...absent.map((one) => ({ interface: one.interface, network: one.network, isChosen: true }))]
}

export const isSameNetwork = (one: PhoneNetwork, other: PhoneNetwork): boolean =>
  one.interface === other.interface && one.network === other.network

/** `192.168.1.0/24`; undefined where no other device can be. */
function networkOf({ address, netmask }: OwnAddress): string | undefined {
  const [number, mask] = [numberOf(address), numberOf(netmask)]
  if (number === undefined || mask === undefined) return undefined
  const prefix = mask.toString(2).replaceAll('0', '').length
  if (prefix > longestPrefix) return undefined
  const first = (number & mask) >>> 0
  return `${[24, 16, 8, 0].map((bits) => (first >>> bits) & 0xff).join('.')}/${prefix}`
}

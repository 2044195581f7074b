/** LAN network: the networks of this computer, and who may connect to its addresses there. */
import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import type { ListedNetwork, PhoneNetwork } from '@shared/clients/people.js'
import { type AvailableNetwork, availableNetworks, listedNetworks } from '../../policy/rights/lan-networks.js'
import { isNeighbour, type OwnAddress } from '../../policy/rights/lan-peer.js'

export interface LanNetwork {
  /** The networks that the owner can choose, the most likely first. */
  available(): readonly AvailableNetwork[]
  /** Whether `remote` may connect to the address `local`. */
  mayConnect(remote: string, local: string): boolean
}

const own = (): OwnAddress[] =>
  Object.entries(networkInterfaces()).flatMap(([card, addresses = []]) => {
    const medium = mediumOf(card)
    return addresses
      .filter(({ family }) => family === 'IPv4')
      .map(({ address, netmask, mac }) => ({ address, netmask, card, mac, ...(medium && { medium }) }))
  })

/** Where Linux describes its network interfaces. */
const systemFolder = '/sys/class/net'
/** Type of an interface without addresses of a link layer, such as WireGuard's. */
const noLinkLayer = '65534'

/** Undefined where the system does not say. */
function mediumOf(card: string): OwnAddress['medium'] {
  if (process.platform !== 'linux' || card.includes('/')) return undefined
  const folder = path.join(systemFolder, card)
  try {
    if (existsSync(path.join(folder, 'tun_flags'))) return 'tunnel'
    if (readFileSync(path.join(folder, 'type'), 'latin1').trim() === noLinkLayer) return 'tunnel'
    return existsSync(path.join(folder, 'wireless')) ? 'wifi' : undefined
  } catch {
    return undefined
  }
}

/** The networks of this computer, and which of them are chosen, for the command line. */
export const listOwnNetworks = (chosen: readonly PhoneNetwork[] | undefined): readonly ListedNetwork[] =>
  listedNetworks(chosen, availableNetworks(own()))

export const systemNetwork: LanNetwork = {
  available: () => availableNetworks(own()),
  mayConnect: (remote, local) => isNeighbour(remote, local, own()),
}

/** LAN network: the addresses of this computer, and who may connect to them. */
import { networkInterfaces } from 'node:os'
import { isNeighbour, lanAddresses, type OwnAddress } from '../../policy/rights/lan-peer.js'

export interface LanNetwork {
  /** Addresses to connect to, most likely first. */
  addresses(): readonly string[]
  /** Whether `remote` may connect to the address `local`. */
  mayConnect(remote: string, local: string): boolean
}

const own = (): OwnAddress[] =>
  Object.entries(networkInterfaces()).flatMap(([card, addresses = []]) =>
    addresses.filter(({ family }) => family === 'IPv4').map(({ address, netmask }) => ({ address, netmask, card })),
  )

export const systemNetwork: LanNetwork = {
  addresses: () => lanAddresses(own()).map(({ address }) => address),
  mayConnect: (remote, local) => isNeighbour(remote, local, own()),
}

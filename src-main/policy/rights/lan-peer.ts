/**
 * LAN peer: from which addresses phones may reach this computer.
 *
 * Guards invariant 6 as far as addresses can: programs, containers and virtual machines of this computer are rejected,
 * and so is the internet. Against other devices in the same network, only the key protects.
 */

/** An address of this computer with its network. */
export interface OwnAddress {
  /** IPv4. */
  readonly address: string
  readonly netmask: string
  /** Name of the network interface. */
  readonly card: string
  /** Hardware address. */
  readonly mac?: string
  /** What the system knows about the interface. */
  readonly medium?: 'wifi' | 'tunnel'
}

/** Whether `remote` may connect to the address `local`: it must be in the same network, and not this computer. */
export function isNeighbour(remote: string, local: string, own: readonly OwnAddress[]): boolean {
  const [theirs, ours] = [plain(remote), plain(local)]
  if (own.some(({ address }) => address === theirs)) return false
  const network = own.find(({ address }) => address === ours)
  const [one, other, mask] = [theirs, ours, network?.netmask ?? ''].map(numberOf)
  if (one === undefined || other === undefined || mask === undefined) return false
  return isPrivate(theirs) && (one & mask) === (other & mask)
}

export function isPrivate(address: string): boolean {
  const number = numberOf(address)
  if (number === undefined) return false
  const [first, second] = [number >>> 24, (number >>> 16) & 0xff]
  return first === 10 || (first === 172 && second >= 16 && second <= 31) || (first === 192 && second === 168)
}

/** An IPv4 address without the IPv6 prefix of a dual-stack socket. */
const plain = (address: string): string => address.replace(/^::ffff:/iu, '')

export function numberOf(address: string): number | undefined {
  const parts = address.split('.').map((part) => (/^\d{1,3}$/u.test(part) ? Number(part) : 256))
  if (parts.length !== 4 || parts.some((part) => part > 255)) return undefined
  return parts.reduce((number, part) => ((number << 8) | part) >>> 0, 0)
}

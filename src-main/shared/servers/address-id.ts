/** Address id: the server id that is derived from an address, and the normalized address. */
import { javaServerIdOf, parseRconAddress, rconAddressText } from '@contract/java-address.js'
import { serverIdOf } from '@contract/server-address.js'

/** Whether the address is that of an RCON console. */
export const isRconAddress = (address: string): boolean => /^rcon:/iu.test(address.trim())

/** @throws GatewayError when the address is invalid */
export const serverIdOfAddress = (address: string): string =>
  isRconAddress(address) ? javaServerIdOf(parseRconAddress(address.trim())) : serverIdOf(address)

/** The address as stored; an RCON address has its port. @throws GatewayError as `serverIdOfAddress` */
export function normalizedAddress(address: string): string {
  const trimmed = address.trim()
  return isRconAddress(trimmed) ? rconAddressText(parseRconAddress(trimmed)) : trimmed
}

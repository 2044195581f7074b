/** Address id: the server id that is derived from an address, and the normalized address. */
import { isJavaAddress, javaAddressText, javaServerIdOf, parseJavaAddress } from '@contract/java-address.js'
import { serverIdOf } from '@contract/server-address.js'

/** @throws GatewayError when the address is invalid */
export const serverIdOfAddress = (address: string): string =>
  isJavaAddress(address) ? javaServerIdOf(parseJavaAddress(address)) : serverIdOf(address)

/** The address as stored; that of a Java server has its port. @throws GatewayError as `serverIdOfAddress` */
export function normalizedAddress(address: string): string {
  const trimmed = address.trim()
  return isJavaAddress(trimmed) ? javaAddressText(parseJavaAddress(trimmed)) : trimmed
}

/** Server place: the id that the address of any server gives, and the address as it is remembered. */
import { javaServerIdOf, rconAddressText, rconPlaceOf } from '@contract/java-address.js'
import { serverIdOf } from '@contract/server-address.js'

/** Whether it is the address of a Java server's console. */
export const isRconAddress = (address: string): boolean => /^rcon:/iu.test(address.trim())

/** @throws GatewayError when it is no address of a server */
export const placeIdOf = (address: string): string =>
  isRconAddress(address) ? javaServerIdOf(rconPlaceOf(address.trim())) : serverIdOf(address)

/** The address as it is remembered; that of a console has its port. @throws GatewayError as `placeIdOf` */
export function rememberedAddress(address: string): string {
  const trimmed = address.trim()
  return isRconAddress(trimmed) ? rconAddressText(rconPlaceOf(trimmed)) : trimmed
}

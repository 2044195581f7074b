/**
 * Remote gateway file: the address of a gateway on another computer, and the pin of its certificate.
 *
 * The desktop program writes one into its profile for each gateway that a person added; the stdio bridge reads it. It
 * contains no secret. The keys of AI clients for this gateway and their last lists are in the folder of the same name,
 * where they are named as those of the profile's own gateway are (`client-key.ts`).
 */
import { isObject } from '../json/json-object.js'
import { isKeyName } from './client-key.js'

/** The folder in the profile, with a file and a folder for each gateway. */
export const remoteGatewaysFolder = 'gateways'

export interface RemoteGatewayFile {
  /** Host and port: `nas.local:8797`, `[fd00::5]:8797`. */
  readonly address: string
  /** SHA-256 of the certificate's public key (SPKI, DER), in lower-case hex. */
  readonly pin: string
}

/** Lower-case letters, digits and hyphens: the name becomes part of a path. */
export const isRemoteGatewayName = (name: string): boolean => isKeyName(name)

/** The name of the file in its folder. */
export const remoteGatewayFileName = (name: string): string => `${name}.json`

/** The gateway in the text of the file; undefined when any part of it is invalid. */
export function parseRemoteGateway(text: string): RemoteGatewayFile | undefined {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return undefined
  }
  const { address, pin } = isObject(content) ? content : {}
  if (typeof address !== 'string' || typeof pin !== 'string') return undefined
  return isAddress(address) && /^[0-9a-f]{64}$/u.test(pin) ? { address, pin } : undefined
}

/** A host name of DNS, and a port. */
const maxAddressLength = 260

/** A host and a port, and nothing else that a URL may contain. */
function isAddress(address: string): boolean {
  if (address.length > maxAddressLength || !/^[^\s/?#@\\]+:\d{1,5}$/u.test(address)) return false
  return URL.canParse(`https://${address}`) && new URL(`https://${address}`).hostname !== ''
}

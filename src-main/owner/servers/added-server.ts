/** Added server: the id and the settings of a server that a person adds or edits. */
import { GatewayError } from '@contract/gateway-error.js'
import {
  isJavaAddress,
  type JavaAddress,
  type JavaAddressKind,
  parseJavaAddress,
  sshLoginOf,
} from '@contract/java-address.js'
import type { AddedServer, NewServer } from '@shared/servers/added-server.js'
import { normalizedAddress, serverIdOfAddress } from '@shared/servers/address-id.js'
import { demoWorldId } from '@shared/servers/server.js'
import type { ServerChange } from '@shared/servers/server-care.js'

/** Key of a server's address; an invalid one, as a person may write into the file, is its own key. */
export function addressKeyOf({ id, address }: Pick<AddedServer, 'id' | 'address'>): string {
  try {
    return serverIdOfAddress(address)
  } catch {
    return `?${id}`
  }
}

/**
 * The server with an id: that of a saved server with the same address, or a new one.
 * @throws GatewayError when the address is invalid
 */
export function assignId({ certificate, hostKey, ...given }: NewServer, saved: readonly AddedServer[]): AddedServer {
  const address = normalizedAddress(given.address)
  const addressKey = serverIdOfAddress(address)
  const before = saved.find((server) => addressKeyOf(server) === addressKey)
  // A new token does not change the pinned certificate, unless the person has trusted the new one.
  const pin = certificate ?? before?.certificate
  const keyPin = hostKey ?? before?.hostKey
  const id = before?.id ?? freeId(addressKey, saved)
  return {
    ...given,
    id,
    name: given.name?.trim() || displayAddress(addressKey),
    address,
    ...(pin && { certificate: pin }),
    ...(keyPin && { hostKey: keyPin }),
  }
}

/** Default name of a server. */
const displayAddress = (addressKey: string): string => addressKey.replace(/^java:/u, '')

/** The key itself, unless a server whose address changed still uses it as its id. */
function freeId(addressKey: string, servers: readonly AddedServer[]): string {
  const isTaken = (id: string) => id === demoWorldId || servers.some((server) => server.id === id)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? addressKey : `${addressKey}~${number}`
    if (!isTaken(id)) return id
  }
}

function hostOf(address: JavaAddress): string {
  if (address.kind !== 'docker') return address.host
  const { engine, container } = address
  return sshLoginOf(address) ? `${engine}` : `${engine} ${container}`
}

const isKind = (address: string, kinds: readonly JavaAddressKind[]): boolean =>
  isJavaAddress(address) && kinds.includes(parseJavaAddress(address).kind)

/** @param address the normalized address after the change @throws GatewayError when the change does not apply to it */
export function applyChange(before: AddedServer, address: string, change: ServerChange): AddedServer {
  const { plainTextConfirmed, ...kept } = dropHostSettings(before, address)
  // The confirmation only applies to the same address.
  const isConfirmed = change.plainTextConfirmed ?? (address === before.address && plainTextConfirmed)
  const { managementCertificate, certificate, hostKey, node, nodeCertificate } = change
  const name = change.name?.trim() || before.name
  const isWrong =
    (managementCertificate !== undefined && !kept.management) ||
    (hostKey !== undefined && !maySignInOverSsh(address)) ||
    ((certificate ?? node ?? nodeCertificate) !== undefined && !isKind(address, ['pterodactyl', 'mcsmanager']))
  if (isWrong) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
  // A certificate belongs to the machine that showed it.
  const { nodeCertificate: pinned, ...others } = kept
  const nodePin = nodeCertificate ?? (node === undefined || node === kept.node ? pinned : undefined)
  return {
    ...others,
    ...(nodePin !== undefined && { nodeCertificate: nodePin }),
    address,
    ...(certificate !== undefined && { certificate }),
    ...(hostKey !== undefined && { hostKey }),
    ...(node !== undefined && { node }),
    ...(name && { name }),
    ...(isConfirmed && { plainTextConfirmed: true }),
    ...(kept.management &&
      managementCertificate !== undefined && {
        management: { ...kept.management, certificate: managementCertificate },
      }),
  }
}

/** `DOCKER_HOST` may name SSH. */
function maySignInOverSsh(text: string): boolean {
  if (!isJavaAddress(text)) return false
  const address = parseJavaAddress(text)
  return sshLoginOf(address) !== undefined || (address.kind === 'docker' && address.engine === undefined)
}

/** Another host is another server: all that was confirmed or entered for the old one belongs to that one. */
function dropHostSettings(before: AddedServer, address: string): AddedServer {
  if (!isJavaAddress(before.address) || !isJavaAddress(address)) return before
  const [old, next] = [parseJavaAddress(before.address), parseJavaAddress(address)]
  if (old.kind === next.kind && hostOf(old) === hostOf(next)) return before
  const { id, name } = before
  return { id, address, ...(name !== undefined && { name }) }
}

/** Ways: how each kind of address is reached. No other code asks where a server runs. */
import { GatewayError } from '@contract/gateway-error.js'
import { type JavaAddress, type JavaAddressKind, parseJavaAddress } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { ServerWay, WayDependencies } from '../ports.js'
import { createHomeWay } from './home/home-way.js'
import { createPanelWay } from './panel/panel-way.js'

/** Starts nothing. @param address of the server, parsed */
type CreateWay<Kind extends JavaAddressKind> = (
  added: AddedServer,
  address: Extract<JavaAddress, { readonly kind: Kind }>,
  secrets: ServerSecrets,
  deps: WayDependencies,
) => ServerWay

/** @throws GatewayError when the address is not one, or no way leads there yet */
export function wayOf(added: AddedServer, secrets: ServerSecrets, deps: WayDependencies): ServerWay {
  const address = parseJavaAddress(added.address)
  const create = ways[address.kind] as CreateWay<JavaAddressKind> | undefined
  if (!create) throw noWay(address.kind)
  return create(added, address, secrets, deps)
}

const ways: { readonly [Kind in JavaAddressKind]?: CreateWay<Kind> } = {
  rcon: createHomeWay,
  pterodactyl: createPanelWay,
}

const noWay = (kind: JavaAddressKind) =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: `Gatehouse cannot connect to a server at a ${kind} address yet.`,
    suggestion: 'Add the server by its RCON address.',
    details: { reason: 'no-way', kind },
  })

/** Compose remote door: what is behind the listener for people and AI clients on other computers. */
import { hostname } from 'node:os'
import { product } from '@contract/product.js'
import type { PayloadCheck } from '../owner/doors/payload-check.js'
import { askedRemotely } from '../owner/doors/remote/asked-remotely.js'
import { RemoteDoor } from '../owner/doors/remote/remote-door.js'
import type { Orders, RemoteOrder, SendEvent } from '../owner/table/table.js'
import { systemClock } from '../storage/system-clock.js'
import type { Composed } from './composed.js'

/** Opens the door where it is switched on. @returns how events get to the windows that are connected */
export async function openRemoteDoor(
  composed: Composed,
  orders: Orders<RemoteOrder>,
  check: PayloadCheck,
): Promise<{ readonly send: SendEvent }> {
  const { gateway, consents, keyless, remote, people, gatewayId, settings, log } = composed
  const { approvals, inputs } = gateway
  const door = new RemoteDoor({
    directory: people.directory,
    invitations: remote.invitations,
    asked: askedRemotely({ approvals, inputs, consents, keyless }),
    orders,
    check,
    gateway: { id: gatewayId, name: hostname(), version: product.version },
    schemaOf: (server, capabilityId) => gateway.registry.offerBy(server, capabilityId)?.manifest.parameters,
    audit: composed.audit.log,
    clock: systemClock,
    log: log.component('remote'),
  })
  const isOn = () => settings.get().remote.aiClients
  const clients = composed.remoteClients(isOn)
  settings.onDidChange(() => {
    if (!isOn()) clients.disconnectAll()
  })
  await remote.open({
    connected: (link) => door.connected(link),
    closeAll() {
      door.closeAll()
      clients.disconnectAll()
    },
    stop: () => door.stop(),
    routes: { '/mcp': (...request) => clients.receive(...request) },
  })
  return door
}

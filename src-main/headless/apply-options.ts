/** Apply options: the settings, servers and voice devices that the command line names, in the composed program. */

import { GatewayError } from '@contract/gateway-error.js'
import { isJavaAddress } from '@contract/java-address.js'
import type { ListedNetwork, PeopleView } from '@shared/clients/people.js'
import { serverIdOfAddress } from '@shared/servers/address-id.js'
import { nextTurn } from '@shared/turns.js'
import type { Composed } from '../compose/composed.js'
import { personOf } from '../owner/orders/giver.js'
import { quoted } from '../policy/text/model-text.js'
import type { TokenFor } from '../storage/pairing-tokens.js'
import type { HeadlessOptions } from './options.js'

/** What the command line chose, as a choice in the window. @returns why it was not saved */
export function saveChosenSettings(
  { settings, people }: { readonly settings: Composed['settings']; readonly people: { readonly lan: PhoneNetworks } },
  { chosen, chat, phoneInterfaces, remote }: Pick<HeadlessOptions, 'chosen' | 'chat' | 'phoneInterfaces' | 'remote'>,
): GatewayError | undefined {
  const { lanApprovals } = settings.get()
  const present = people.lan.seen.networks.filter((one) => one.present)
  const unknown = phoneInterfaces?.find((name) => !present.some((one) => one.interface === name))
  if (unknown !== undefined) return noNetworkAt(unknown, present)
  const networks = present
    .filter((one) => phoneInterfaces?.includes(one.interface))
    .map((one) => ({ interface: one.interface, network: one.network }))
  const changes = {
    ...chosen,
    ...(chat && { chat: { ...settings.get().chat, ...chat.settings } }),
    ...(remote && { remote: { ...settings.get().remote, ...remote } }),
    ...(phoneInterfaces && { lanApprovals: { ...lanApprovals, enabled: networks.length > 0, networks } }),
  }
  if (Object.keys(changes).length === 0 || settings.change(changes)) return undefined
  return new GatewayError(settings.isUnwritable ? 'SYSTEM.SETTINGS_UNWRITABLE' : 'PROTOCOL.INVALID_REQUEST')
}

interface PhoneNetworks {
  readonly seen: Pick<PeopleView, 'networks'>
}

const noNetworkAt = (name: string, present: readonly ListedNetwork[]): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: `Phones cannot use ${quoted(name)}: this computer has no network there.`,
    suggestion:
      present.length === 0
        ? 'Connect this computer to a network first.'
        : `Give --phone-network one of: ${present.map((one) => `${one.interface} (${one.network})`).join(', ')}.`,
  })

/** Servers that the command line names are trusted by whoever named them. */
export async function addServers(
  composed: Composed,
  { simulator, servers }: HeadlessOptions,
  tokenFor: TokenFor,
): Promise<void> {
  const { trust } = composed.gateway
  if (simulator) await composed.addDemoWorld()
  for (const { server, secrets } of servers) {
    const { address } = server
    const id = serverIdOfAddress(address)
    // It replaces one that was added before, for this run.
    if (composed.settings.get().servers.some((added) => added.id === id)) composed.servers.remove(id)
    trust.trustServer(id, personOf('command-line').name)
    const { token } = secrets
    const isOfAgent = token !== undefined && !isJavaAddress(address)
    composed.servers.add({ ...server, id }, isOfAgent ? { ...secrets, token: tokenFor(token) } : secrets)
    // What it offered last is read from the disk: one server in each turn of the event loop.
    await nextTurn()
  }
}

export function serveXiaozhi({ xiaozhi }: Pick<Composed, 'xiaozhi'>, addresses: HeadlessOptions['xiaozhi']): void {
  if (addresses.length === 0) return
  xiaozhi.serve(
    'command-line',
    addresses.map((address) => ({ address })),
  )
}
